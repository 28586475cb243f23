import type { ReactNode } from 'react';

/** Position of a cell on narrow screens, where each row becomes two or three lines (data-table.css). */
export type NarrowPlace =
  | 'first-line'
  | 'first-line-end'
  | 'second-line'
  | 'second-line-end'
  | 'third-line'
  | 'third-line-end'
  | 'whole-third-line';

/** The sort order of the sortable column. */
export interface Sorting {
  readonly direction: 'ascending' | 'descending';
  /** Reverses the order. */
  readonly onToggle: () => void;
}

export interface Column<Row> {
  readonly header: string;
  /** Shows the header to screen readers only. */
  readonly headerHidden?: boolean;
  /** Renders a cell's content. Not a component, because a page would have a hundred of them. */
  readonly cell: (row: Row) => ReactNode;
  /** The accessible name of the button that opens the row, if this cell's text is not unique. */
  readonly openerLabel?: (row: Row) => string;
  /** The width, as a class. Columns without one share the remaining width. */
  readonly width?: string;
  /** The width of the skeleton bar, as a class. */
  readonly skeletonWidth: string;
  readonly align?: 'end';
  readonly narrow: NarrowPlace;
  /** Prefix of the content on narrow screens, which hide the header. */
  readonly narrowPrefix?: string;
  /** Class of the cells. */
  readonly className?: string;
  readonly sortable?: boolean;
}

/** Right-aligns columns that ask for it, on wide screens. */
export function alignment<Row>(column: Column<Row>): string {
  return column.align === 'end' ? '@2xl:text-right' : '';
}
