import type { ServiceKey } from '../../http/call.ts';
import type { AuditEntry } from '../../infra/audit/append-audit.ts';

function entryOf(
  { id, name }: ServiceKey,
  rest: Pick<AuditEntry, 'action' | 'description' | 'metadata'>,
): AuditEntry {
  return {
    category: 'configuration',
    status: 'success',
    actor: { type: 'system' },
    resource: { type: 'system', id, identifier: name },
    ...rest,
  };
}

export function serviceKeyCreated(
  key: ServiceKey,
  limits: {
    readonly scopes: readonly string[];
    readonly expiresAt: Date | undefined;
    readonly networks: readonly string[] | undefined;
  },
): AuditEntry {
  const { scopes, expiresAt, networks } = limits;
  return entryOf(key, {
    action: 'service_key.create',
    description: 'Service key created',
    metadata: {
      scopes,
      ...(expiresAt !== undefined && { expires_at: expiresAt.toISOString() }),
      ...(networks !== undefined && { networks }),
    },
  });
}

export function serviceKeyRevoked(key: ServiceKey): AuditEntry {
  return entryOf(key, { action: 'service_key.revoke', description: 'Service key revoked' });
}
