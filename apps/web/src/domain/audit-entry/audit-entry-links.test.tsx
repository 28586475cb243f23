import {
  AUDIT_FILTERS,
  DEFAULT_RUNTIME_SETTINGS,
  MERCHANT,
  ORDERS,
  type RuntimeSettings,
} from '@halyard/contract/runtime-settings';
import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderAt } from '../../../test/render-at.tsx';
import { createStore } from '../../shared/lib/store.ts';
import { RuntimeSettingsContext } from '../product/use-runtime-settings.ts';
import { AuditEntryDetails } from './audit-entry-details.tsx';
import { parseAuditEntry } from './parse-audit-entry.ts';

const ALL = [AUDIT_FILTERS, MERCHANT, ORDERS];

async function linksOf(entry: object, screens: readonly string[] = ALL) {
  const details = parseAuditEntry({
    id: '7',
    action: 'wallet.backup',
    actionCategory: 'wallet_operation',
    description: 'Done',
    status: 'success',
    createdAt: '2026-03-03T12:04:05.678Z',
    actor: { type: 'admin', id: 'a1', email: 'grace@example.com' },
    resource: { type: 'wallet', id: 'w12', identifier: null },
    requestId: 'request-1',
    ipAddress: '203.0.113.7',
    ...entry,
  });
  await renderAt(
    '/',
    <RuntimeSettingsContext value={createStore<RuntimeSettings>({ ...DEFAULT_RUNTIME_SETTINGS, screens })}>
      <AuditEntryDetails entry={details} time={null} />
    </RuntimeSettingsContext>,
  );
  const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  cleanup();
  return links;
}

describe('links of an audit entry', () => {
  it('lead to the record and to all entries with the same values', async () => {
    expect(await linksOf({})).toEqual([
      '/audit-logs?actionPrefix=wallet.',
      '/audit-logs?actorEmail=grace%40example.com',
      '/wallets?wallet=w12',
      '/audit-logs?resourceId=w12',
      '/audit-logs?requestId=request-1',
      '/audit-logs?ipAddress=203.0.113.7',
    ]);
  });

  it.each([
    ['user', '/users?user=r1'],
    ['merchant', '/merchants?merchant=r1'],
    ['order', '/orders?order=r1'],
    ['session', undefined],
  ])('lead to a %s', async (type, href) => {
    const links = await linksOf({
      action: 'odd',
      actor: { type: 'user', id: 'u1', email: null },
      resource: { type, id: 'r1', identifier: null },
      requestId: null,
      ipAddress: null,
    });
    expect(links).toEqual([
      '/users?user=u1',
      ...(href === undefined ? [] : [href]),
      '/audit-logs?resourceId=r1',
    ]);
  });

  it('are missing on a server that does not announce them', async () => {
    expect(await linksOf({}, [])).toEqual([]);
    const merchant = { resource: { type: 'merchant', id: 'r1', identifier: null } };
    expect(await linksOf(merchant, [AUDIT_FILTERS])).not.toContain('/merchants?merchant=r1');
  });
});
