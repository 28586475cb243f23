import { toHex } from '@halyard/audit-proof/bytes';
import type { Seal } from '@halyard/audit-proof/seal';

/** A seal as stored in the database. */
export interface SealRow {
  readonly size: number;
  readonly root: Buffer;
  readonly hash: Buffer;
  readonly sealed_at: Date;
  readonly key_id: Buffer;
  readonly signature: Buffer;
}

export function sealIn({ size, root, hash, sealed_at, key_id, signature }: SealRow): Seal {
  return {
    size,
    root: toHex(root),
    hash: toHex(hash),
    sealedAt: sealed_at.toISOString(),
    keyId: toHex(key_id),
    signature: toHex(signature),
  };
}
