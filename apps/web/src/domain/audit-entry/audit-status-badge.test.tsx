import type { AuditStatus } from '@halyard/contract/audit-logs';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AuditStatusBadge } from './audit-status-badge.tsx';

// @spec 2.77
it.each([
  ['success', 'good'],
  ['failure', 'bad'],
  ['partial', 'warn'],
])('AuditStatusBadge shows %s with the dot %s', (status, colour) => {
  render(<AuditStatusBadge status={status as AuditStatus} />);
  const { classList } = screen.getByText(status);
  expect(classList).toContain(`before:bg-${colour}`);
});

it('AuditStatusBadge shows an unknown status in grey', () => {
  render(<AuditStatusBadge status={'unheard of' as AuditStatus} />);
  expect(screen.getByText('unheard of').className).not.toMatch(/good|bad|warn/);
});
