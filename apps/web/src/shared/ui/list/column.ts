import type { ReactNode } from 'react';

/** Where a cell goes where there is little room and each row becomes two or three lines (data-table.css). */
export type NarrowPlace =
  | 'first-line'
  | 'first-line-end'
  | 'second-line'
  | 'second-line-end'
  | 'third-line'
  | 'third-line-end'
  | 'whole-third-line';

/** The order of the rows by the column that they can be ordered by. */
export interface Sorting {
  readonly direction: 'ascending' | 'descending';
  /** Turns the order round. */
  readonly onToggle: () => void;
}

export interface Column<Row> {
  readonly header: string;
  /** The header is for screen readers only. */
  readonly headerHidden?: boolean;
  /** What stands in a row's cell; not a component of its own, of which a page would have a hundred. */
  readonly cell: (row: Row) => ReactNode;
  /** What the button that opens a row is called where this, its first cell, does not tell the rows apart. */
  readonly openerLabel?: (row: Row) => string;
  /** Its width, as a class; the columns without one share what is left. */
  readonly width?: string;
  /** The usual width of its content, as a class: the bar that stands in while loading. */
  readonly skeletonWidth: string;
  readonly align?: 'end';
  readonly narrow: NarrowPlace;
  /** Stands before its content where there is no header above it. */
  readonly narrowPrefix?: string;
  /** Of its cells. */
  readonly className?: string;
  /** Whether the rows can be ordered by it. */
  readonly sortable?: boolean;
}

/** Where there is room for columns, their content keeps to the end of those that say so. */
export function alignment<Row>(column: Column<Row>): string {
  return column.align === 'end' ? '@2xl:text-right' : '';
}
