import { toHex } from '@halyard/audit-proof/bytes';
import type { PageProof } from '@halyard/audit-proof/page-proof';
import type { Seal, SealKey } from '@halyard/audit-proof/seal';
import { sql } from 'kysely';
import type { MasterKeyRing } from '../crypto/master-keys.ts';
import type { DatabaseReader } from '../db/database.ts';
import { TILE_SIZE } from './audit-seal.ts';
import { findTrustedKeys } from './find-trusted-keys.ts';

/** Entries behind the last tile whose part of the tree is computed while somebody waits. */
export const LOOSE_MAX = 64 * TILE_SIZE;

/** The newest sealed state that proofs can be made of without reading much. */
export interface ProvableLog extends Pick<PageProof, 'seal' | 'newest' | 'oldest'> {
  readonly keys: readonly SealKey[];
  /** How many tiles of level 0 are written. */
  readonly tiles: number;
}

interface SealRow {
  readonly size: number;
  readonly root: Buffer;
  readonly hash: Buffer;
  readonly sealed_at: Date;
  readonly key_id: Buffer;
  readonly signature: Buffer;
}

/** @param ring whose keys alone, and those that they followed, are given to check seals with */
export async function readProvableLog(reader: DatabaseReader, ring: MasterKeyRing): Promise<ProvableLog> {
  const [{ rows: states }, { rows: seals }, keys] = await Promise.all([
    sql<{ readonly tiles: number; readonly newest: number; readonly oldest: number }>`
      SELECT tiles, sequence AS newest, first_sequence AS oldest
      FROM audit_watch, audit_head, audit_blocks`.execute(reader),
    sql<SealRow>`
      WITH seals AS (
        SELECT sequence AS size, root, hash, sealed_at, seal_key_id AS key_id, seal AS signature FROM audit_head
        WHERE root IS NOT NULL
        UNION ALL (SELECT size, root, hash, sealed_at, key_id, signature FROM audit_seals ORDER BY size DESC LIMIT 1000)
      )
      SELECT * FROM seals WHERE size <= (SELECT tiles * ${TILE_SIZE} + ${LOOSE_MAX} FROM audit_watch)
      ORDER BY size DESC LIMIT 1`.execute(reader),
    findTrustedKeys(reader, ring),
  ]);
  const [state] = states;
  if (state === undefined) throw new Error('audit_head has no row');
  return {
    ...state,
    seal: seals.map(sealIn)[0] ?? null,
    keys: [...keys.values()],
  };
}

function sealIn({ size, root, hash, sealed_at, key_id, signature }: SealRow): Seal {
  return {
    size,
    root: toHex(root),
    hash: toHex(hash),
    sealedAt: sealed_at.toISOString(),
    keyId: toHex(key_id),
    signature: toHex(signature),
  };
}
