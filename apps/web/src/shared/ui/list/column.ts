import type { ReactNode } from 'react';

/** Position on narrow screens, where each row has two or three lines (data-table.css). */
export type NarrowPlace =
  | 'first-line'
  | 'first-line-end'
  | 'second-line'
  | 'second-line-end'
  | 'third-line'
  | 'third-line-end'
  | 'whole-third-line';

export interface Sorting {
  readonly direction: 'ascending' | 'descending';
  readonly onToggle: () => void;
}

export interface Column<Row> {
  readonly header: string;
  /** Shows the header to screen readers only. */
  readonly headerHidden?: boolean;
  /** Not a component, because a page would have a hundred of them. */
  readonly cell: (row: Row) => ReactNode;
  /** Accessible name of the button that opens the row, if the cell's text is not unique. */
  readonly openerLabel?: (row: Row) => string;
  /** CSS class. Columns without one share the remaining width. */
  readonly width?: string;
  readonly skeletonWidth: string;
  readonly align?: 'end';
  readonly narrow: NarrowPlace;
  /** Prefix on narrow screens, which hide the header. */
  readonly narrowPrefix?: string;
  readonly className?: string;
  readonly sortable?: boolean;
  /** Which columns a table hides if its figures would not fit (data-table.css). Others are always shown. */
  readonly hides?: 'first' | 'second';
}

/** CSS classes of a column's header and cells. */
export function columnClass<Row>({ align, hides }: Column<Row>): string {
  return `${align === 'end' ? '@2xl:text-right' : ''} ${hides ? `hides-${hides}` : ''}`;
}
