import { toHex } from '@halyard/audit-proof/bytes';
import { provesDrop } from '@halyard/audit-proof/drop-proof';
import { inclusionRanges, type LeafRange } from '@halyard/audit-proof/merkle-proof';
import { sql } from 'kysely';
import { sha256 } from '../../crypto/sha256.ts';
import type { DatabaseReader } from '../../db/database.ts';
import type { AuditHead } from '../chain/audit-seal.ts';
import type { EntryFault } from '../chain/check-entries.ts';
import { presentAuditEntry } from '../entry/present-audit-entry.ts';
import { selectAuditRows } from '../entry/read-audit.ts';
import type { ChainedRow } from '../entry/stored-entry.ts';
import { readTreeNodes } from './audit-tree.ts';

/** Where the log begins, as the database says: nothing of it is checked. */
export interface AuditBeginning {
  /** The number of the oldest entry that is kept. */
  readonly oldest: number;
  /** The entry that is to say that those before were dropped; undefined where there is none. */
  readonly drop: ChainedRow | undefined;
}

type BeginningRow = { readonly first_sequence: number } & (ChainedRow | { readonly sequence: null });

/** In one statement, so that retention changes neither of the two in between. */
export async function readAuditBeginning(reader: DatabaseReader): Promise<AuditBeginning> {
  const { rows } = await sql<BeginningRow>`
    SELECT first_sequence, entry.* FROM audit_blocks LEFT JOIN (
      ${selectAuditRows('previous_hash, hash')} WHERE sequence = (SELECT dropped_by FROM audit_blocks)
    ) AS entry ON true`.execute(reader);
  const [row] = rows;
  if (row === undefined) throw new Error('audit_blocks has no row');
  const { first_sequence: oldest, ...drop } = row;
  return { oldest, drop: drop.sequence === null ? undefined : drop };
}

/** Nodes of the tree of this size that prove the entry of the drop; none where it came later. */
export function rangesBesideDrop({ drop }: AuditBeginning, size: number): LeafRange[] {
  return drop === undefined || drop.sequence > size ? [] : inclusionRanges(drop.sequence - 1, size);
}

/** A `DropProof`. @param path undefined where the entry came after the seal */
export function presentDrop(drop: ChainedRow, path: readonly Buffer[] | undefined) {
  return {
    entry: presentAuditEntry(drop),
    sequence: drop.sequence,
    previousHash: toHex(drop.previous_hash),
    hash: toHex(drop.hash),
    path: path?.map(toHex) ?? null,
  };
}

/** A log that the beginning belongs to: read after that, so that it holds the entry of the drop. */
interface BegunLog {
  readonly size: number;
  readonly root: AuditHead['root'];
  /** How many of level 0 are written. */
  readonly tiles: number;
}

/**
 * Whether entries were taken away from the beginning of the log: then none of this product's own in the tree says that
 * they were dropped by age. The tree itself shows nothing of that, since its nodes outlast the entries.
 */
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
    reason: 'is gone, with all before it, and no entry says that they were dropped by age',
  };
}
