import type { PageProof } from '@halyard/audit-proof/page-proof';
import type { SealKey } from '@halyard/audit-proof/seal';
import { sql } from 'kysely';
import type { MasterKeyRing } from '../../crypto/master-keys.ts';
import type { DatabaseReader } from '../../db/database.ts';
import { TILE_SIZE } from '../chain/audit-seal.ts';
import { findTrustedKeys } from '../chain/find-trusted-keys.ts';
import { type SealRow, sealIn } from '../chain/seal-row.ts';

/** Entries behind the last tile whose part of the tree is computed while somebody waits. */
export const LOOSE_MAX = 64 * TILE_SIZE;

/** The newest sealed state that proofs can be made of without reading much. */
export interface ProvableLog extends Pick<PageProof, 'seal' | 'newest' | 'oldest'> {
  readonly keys: readonly SealKey[];
  /** How many tiles of level 0 are written. */
  readonly tiles: number;
  /** The number of the entry that says that those before the oldest were dropped by age; null while none are. */
  readonly droppedBy: number | null;
}

type StateRow = Pick<ProvableLog, 'tiles' | 'newest' | 'oldest' | 'droppedBy'> &
  (SealRow | { readonly size: null });

/** @param ring whose keys alone, and those that they followed, are given to check seals with */
export async function readProvableLog(reader: DatabaseReader, ring: MasterKeyRing): Promise<ProvableLog> {
  const [{ rows }, keys] = await Promise.all([
    // In one statement, so that a drop is behind the seal only where the tiles are far behind.
    sql<StateRow>`
      WITH seals AS (
        SELECT sequence AS size, root, hash, sealed_at, seal_key_id AS key_id, seal AS signature FROM audit_head
        WHERE root IS NOT NULL
        UNION ALL (SELECT size, root, hash, sealed_at, key_id, signature FROM audit_seals ORDER BY size DESC LIMIT 1000)
      )
      SELECT tiles, sequence AS newest, first_sequence AS oldest, dropped_by AS "droppedBy", seal.*
      FROM audit_watch CROSS JOIN audit_head CROSS JOIN audit_blocks LEFT JOIN LATERAL (
        SELECT * FROM seals WHERE seals.size <= tiles * ${TILE_SIZE} + ${LOOSE_MAX} ORDER BY size DESC LIMIT 1
      ) AS seal ON true`.execute(reader),
    findTrustedKeys(reader, ring),
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error('audit_head has no row');
  const { tiles, newest, oldest, droppedBy } = row;
  return {
    tiles,
    newest,
    oldest,
    droppedBy,
    seal: row.size === null ? null : sealIn(row),
    keys: [...keys.values()],
  };
}
