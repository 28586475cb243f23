import { toHex } from '@halyard/audit-proof/bytes';
import { provesDrop } from '@halyard/audit-proof/drop-proof';
import { inclusionRanges, type LeafRange } from '@halyard/audit-proof/merkle-proof';
import { sql } from 'kysely';
import { sha256 } from '../../crypto/sha256.ts';
import type { DatabaseReader } from '../../db/database.ts';
import { onlyRow } from '../../db/only-row.ts';
import type { AuditHead } from '../chain/audit-seal.ts';
import type { EntryFault } from '../chain/check-entries.ts';
import { presentAuditEntry } from '../entry/present-audit-entry.ts';
import { selectAuditRows } from '../entry/read-audit.ts';
import type { ChainedRow } from '../entry/stored-entry.ts';
import { readTreeNodes } from './audit-tree.ts';

/** Start of the log as stored in the database, unverified. */
export interface AuditBeginning {
  /** Number of the oldest entry that is kept. */
  readonly oldest: number;
  /** Entry that claims the earlier ones were dropped; undefined if there is none. */
  readonly drop: ChainedRow | undefined;
}

type BeginningRow = { readonly first_sequence: number } & (ChainedRow | { readonly sequence: null });

/** Reads start and drop entry in one statement, so that retention cannot change them in between. */
export async function readAuditBeginning(reader: DatabaseReader): Promise<AuditBeginning> {
  const { rows } = await sql<BeginningRow>`
    SELECT first_sequence, entry.* FROM audit_blocks LEFT JOIN (
      ${selectAuditRows('previous_hash, hash')} WHERE sequence = (SELECT dropped_by FROM audit_blocks)
    ) AS entry ON true`.execute(reader);
  const { first_sequence: oldest, ...drop } = onlyRow(rows);
  return { oldest, drop: drop.sequence === null ? undefined : drop };
}

/** Returns the tree nodes that prove the drop entry; none if the entry is newer than the tree. */
export function rangesBesideDrop({ drop }: AuditBeginning, size: number): LeafRange[] {
  return drop === undefined || drop.sequence > size ? [] : inclusionRanges(drop.sequence - 1, size);
}

/** Builds a `DropProof`; `path` is undefined if the entry came after the seal. */
export function presentDrop(drop: ChainedRow, path: readonly Buffer[] | undefined) {
  return {
    entry: presentAuditEntry(drop),
    sequence: drop.sequence,
    previousHash: toHex(drop.previous_hash),
    hash: toHex(drop.hash),
    path: path?.map(toHex) ?? null,
  };
}

/** State of the log, read after the beginning so that it includes the drop entry. */
interface BegunLog {
  readonly size: number;
  readonly root: AuditHead['root'];
  /** Number of level-0 tiles written. */
  readonly tiles: number;
}

/** Returns a fault if the first entries are missing without a valid drop entry. The tree cannot show this. */
export async function findBeginningFault(
  reader: DatabaseReader,
  beginning: AuditBeginning,
  { size, root, tiles }: BegunLog,
): Promise<EntryFault | undefined> {
  const { oldest, drop } = beginning;
  if (oldest <= 1) return undefined;
  if (drop !== undefined && root !== null) {
    const path = await readTreeNodes(reader, rangesBesideDrop(beginning, size), tiles);
    if (provesDrop(presentDrop(drop, path), oldest, { size, root: toHex(root) }, sha256)) return undefined;
  }
  return {
    sequence: oldest - 1,
    reason: 'and all earlier ones are missing, and no entry records that retention dropped them',
  };
}
