import type { AuditEntry } from '../../../infra/audit/append-audit.ts';

interface Administrator {
  readonly id: string;
  readonly email: string;
}

function entryOf(
  { id, email }: Administrator,
  rest: Pick<AuditEntry, 'action' | 'description'> & Partial<AuditEntry>,
): AuditEntry {
  return {
    category: 'configuration',
    status: 'success',
    actor: { type: 'system' },
    resource: { type: 'admin', id, identifier: email },
    ...rest,
  };
}

export function administratorCreated(administrator: Administrator): AuditEntry {
  return entryOf(administrator, { action: 'administrator.create', description: 'Administrator created' });
}

export function administratorDisabled(administrator: Administrator): AuditEntry {
  return entryOf(administrator, {
    action: 'administrator.disable',
    description: 'Administrator disabled',
    changes: { disabled: { before: false, after: true } },
  });
}

export function administratorEnabled(administrator: Administrator): AuditEntry {
  return entryOf(administrator, {
    action: 'administrator.enable',
    description: 'Administrator enabled',
    changes: { disabled: { before: true, after: false } },
  });
}

export function twoFactorReset(administrator: Administrator): AuditEntry {
  return entryOf(administrator, {
    action: 'administrator.two_factor_reset',
    description: 'Two-factor authentication reset',
    changes: { two_factor: { before: true, after: false } },
  });
}

export function sessionEndedBySystem(
  { id, email }: Administrator,
  sessionId: string,
  reason: string,
): AuditEntry {
  return {
    action: 'session.end',
    category: 'authentication',
    description: 'Session ended',
    status: 'success',
    actor: { type: 'system' },
    resource: { type: 'session', id: sessionId, identifier: email },
    metadata: { reason, administrator_id: id },
  };
}
