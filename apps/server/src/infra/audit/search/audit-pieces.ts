import type { AuditNode, SequenceRange } from '../blocks/audit-blocks.ts';
import type { IndexedColumn } from './audit-filter.ts';

/** Entries that are counted or scanned together: a closed node or a range. */
export type AuditPiece = AuditNode | SequenceRange;

export interface CountedNode extends AuditNode {
  readonly entries: number;
  /** Counts by class, if the search filters by class; see `countOfClasses`. */
  readonly counts?: Buffer;
}

export interface CountedRange extends SequenceRange {
  readonly entries: number;
}

/** A closed node with few entries of the e-mail or resource id, which are read through that index. */
export interface RareNode extends AuditNode {
  readonly by: IndexedColumn;
}

/** Entries found in a rare node. */
export interface FoundPiece {
  readonly entries: number;
  /** Numbers of all entries, unordered. */
  readonly sequences: readonly number[];
}

export type CountedPiece = CountedNode | CountedRange | FoundPiece;
