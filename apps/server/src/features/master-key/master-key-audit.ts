import type { AuditEntry } from '../../infra/audit/append-audit.ts';

function entryOf(rest: Pick<AuditEntry, 'description' | 'status' | 'metadata'>): AuditEntry {
  return {
    action: 'master_key.rotate',
    category: 'configuration',
    actor: { type: 'system' },
    resource: { type: 'system' },
    ...rest,
  };
}

export function rotationBegun(keyId: Buffer): AuditEntry {
  return entryOf({
    description: 'Master key rotation started',
    status: 'partial',
    metadata: { key_id: keyId.toString('hex') },
  });
}

export function rotationFinished(keyId: Buffer, rewrapped: Readonly<Record<string, number>>): AuditEntry {
  return entryOf({
    description: 'Master key rotated',
    status: 'success',
    metadata: { key_id: keyId.toString('hex'), rewrapped },
  });
}
