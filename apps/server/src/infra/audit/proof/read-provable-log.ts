import type { PageProof } from '@halyard/audit-proof/page-proof';
import type { SealKey } from '@halyard/audit-proof/seal';
import { sql } from 'kysely';
import type { MasterKeys } from '../../crypto/master-keys.ts';
import type { DatabaseReader } from '../../db/database.ts';
import { onlyRow } from '../../db/only-row.ts';
import { Problem } from '../../problem.ts';
import { TILE_SIZE } from '../chain/audit-seal.ts';
import { findTrustedKeys } from '../chain/find-trusted-keys.ts';
import { type SealRow, sealIn } from '../chain/kept-seals.ts';

/** Maximum number of entries after the last tile that a request adds to the tree itself. */
export const LOOSE_MAX = 64 * TILE_SIZE;

/** The log as sealed by its newest entry. */
export interface ProvableLog extends Pick<PageProof, 'seal' | 'newest' | 'oldest' | 'waiting'> {
  readonly keys: readonly SealKey[];
  readonly tiles: number;
  /** Number of the entry that records the last drop; null if there was none. */
  readonly droppedBy: number | null;
}

type StateRow = Pick<ProvableLog, 'newest' | 'oldest' | 'droppedBy' | 'waiting'> & {
  readonly tiles: number | null;
} & (Omit<SealRow, 'size'> | { readonly signature: null });

/**
 * Reads the seal of the newest entry, with the master keys' seal keys and the former keys they signed. Never chooses an older
 * seal: anyone who can write to the database would then decide which entries are proved.
 * @throws Problem `unavailable` while the tiles are too far behind for a proof
 */
export async function readProvableLog(reader: DatabaseReader, masterKeys: MasterKeys): Promise<ProvableLog> {
  // One statement, so that no drop is newer than the seal.
  const { rows } = await sql<StateRow>`
    SELECT (SELECT tiles FROM audit_watch) AS tiles, sequence AS newest, first_sequence AS oldest,
      (SELECT count(*) FROM audit_inbox) AS waiting, dropped_by AS "droppedBy", root, hash, sealed_at, seal_key_id AS key_id,
      CASE WHEN root IS NOT NULL THEN seal END AS signature
    FROM audit_head CROSS JOIN audit_blocks`.execute(reader);
  // Read keys after the seal, so that it is not under a newer key.
  const keys = await findTrustedKeys(reader, masterKeys());
  const row = onlyRow(rows);
  const { newest, oldest, droppedBy, waiting } = row;
  const tiles = row.tiles ?? 0;
  if (newest > tiles * TILE_SIZE + LOOSE_MAX) {
    throw new Problem(
      'unavailable',
      'The audit log grew faster than its proofs. Please try again in a minute.',
    );
  }
  const seal = row.signature === null ? null : sealIn({ ...row, size: newest });
  return { tiles, newest, oldest, waiting, droppedBy, seal, keys: [...keys.values()] };
}
