import type { PageProof } from '@halyard/audit-proof/page-proof';
import type { SealKey } from '@halyard/audit-proof/seal';
import { sql } from 'kysely';
import type { MasterKeyRing } from '../../crypto/master-keys.ts';
import type { DatabaseReader } from '../../db/database.ts';
import { TILE_SIZE } from '../chain/audit-seal.ts';
import { findTrustedKeys } from '../chain/find-trusted-keys.ts';
import { type SealRow, sealIn } from '../chain/kept-seals.ts';

/** Maximum number of entries after the last tile that a request adds to the tree itself. */
export const LOOSE_MAX = 64 * TILE_SIZE;

/** The newest sealed state that can be proved with few reads. */
export interface ProvableLog extends Pick<PageProof, 'seal' | 'newest' | 'oldest'> {
  readonly keys: readonly SealKey[];
  readonly tiles: number;
  /** Number of the entry that records the last drop; null if there was none. */
  readonly droppedBy: number | null;
}

type StateRow = Pick<ProvableLog, 'tiles' | 'newest' | 'oldest' | 'droppedBy'> &
  (SealRow | { readonly size: null });

/** Reads the newest provable state of the log, with the keys of `ring` and the former keys they signed. */
export async function readProvableLog(reader: DatabaseReader, ring: MasterKeyRing): Promise<ProvableLog> {
  const [{ rows }, keys] = await Promise.all([
    // One statement: a drop can then be newer than the seal only if the tiles lag far behind.
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
