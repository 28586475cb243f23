import type { AuditNode, SequenceRange } from '../blocks/audit-blocks.ts';
import type { IndexedColumn } from './audit-filter.ts';

/** Entries that are counted, or looked through, together: a closed node, or a range that is looked at one by one. */
export type AuditPiece = AuditNode | SequenceRange;

export interface CountedNode extends AuditNode {
  readonly entries: number;
  /** By class, where a search looks for some: see `countOfClasses`. */
  readonly counts?: Buffer;
}

export interface CountedRange extends SequenceRange {
  readonly entries: number;
}

/** A closed node that holds few entries of the e-mail or resource id: they are looked up by that index. */
export interface RareNode extends AuditNode {
  readonly by: IndexedColumn;
}

/** What was found in a rare node. */
export interface FoundPiece {
  readonly entries: number;
  /** The numbers of all of them, in no order. */
  readonly sequences: readonly number[];
}

export type CountedPiece = CountedNode | CountedRange | FoundPiece;
