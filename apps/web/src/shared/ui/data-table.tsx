import type { ReactNode } from 'react';
import { ProgressLine } from './progress-line.tsx';
import { Skeleton } from './skeleton.tsx';

/** Where a cell goes where there is little room and each row becomes two lines. */
type NarrowPlace = 'first-line' | 'first-line-end' | 'second-line' | 'second-line-end';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Its width, as a class; the columns without one share what is left. */
  readonly width?: string;
  /** The usual width of its content, as a class: the bar that stands in while loading. */
  readonly skeletonWidth: string;
  readonly align?: 'end';
  readonly narrow: NarrowPlace;
}

interface DataTableProps<Row> {
  /** The table's accessible name. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while the first rows are loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** How many rows to hold room for while loading. */
  readonly expectedRows: number;
  /** Other rows are on their way; these stay until then. */
  readonly refreshing?: boolean;
}

const NARROW_PLACES: Record<NarrowPlace, string> = {
  'first-line': '@max-2xl:col-start-1 @max-2xl:row-start-1',
  'first-line-end': '@max-2xl:col-start-2 @max-2xl:row-start-1 @max-2xl:text-right',
  'second-line': '@max-2xl:col-start-1 @max-2xl:row-start-2',
  'second-line-end': '@max-2xl:col-start-2 @max-2xl:row-start-2 @max-2xl:text-right',
};

const ROW =
  'group/row @max-2xl:grid @max-2xl:grid-cols-[minmax(0,1fr)_auto] @max-2xl:items-center @max-2xl:gap-x-4 @max-2xl:gap-y-1 @max-2xl:border-line @max-2xl:border-b @max-2xl:px-(--gutter) @max-2xl:py-3';
const CELL =
  'min-w-0 @2xl:h-11 @2xl:border-line @2xl:border-b @2xl:px-3 @2xl:first:pl-(--gutter) @2xl:last:pr-(--gutter)';

/**
 * Rows of 44 px under a header that stays in sight; where there is little room each row is two lines of a list. While
 * loading it has its final shape, and while it is read again the old rows stay, dimmed.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, refreshing = false } = props;
  return (
    <div className="@container relative">
      <ProgressLine active={refreshing} />
      <table
        aria-label={label}
        aria-busy={refreshing || !rows}
        className="w-full table-fixed border-separate border-spacing-0 text-left text-base @max-2xl:block"
      >
        <thead className="@max-2xl:sr-only">
          <tr>
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                className={`sticky top-(--shell-header) z-10 h-9 border-line border-y bg-surface px-3 font-medium text-ink-quiet text-sm first:pl-(--gutter) last:pr-(--gutter) ${column.width ?? ''} ${alignment(column)}`}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          className={`transition-opacity duration-150 @max-2xl:block ${refreshing ? 'opacity-50' : ''}`}
          {...(rows ? {} : { 'aria-hidden': true })}
        >
          {rows ? <Rows {...props} rows={rows} /> : <SkeletonRows {...props} />}
        </tbody>
      </table>
    </div>
  );
}

function Rows<Row>({ columns, rows, rowKey }: DataTableProps<Row> & { readonly rows: readonly Row[] }) {
  return rows.map((row) => (
    <tr key={rowKey(row)} className={ROW}>
      {columns.map((column) => (
        <td key={column.header} className={`${CELL} ${NARROW_PLACES[column.narrow]} ${alignment(column)}`}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  ));
}

function SkeletonRows<Row>({ columns, expectedRows }: DataTableProps<Row>) {
  return Array.from({ length: expectedRows }, (_, row) => row).map((row) => (
    <tr key={row} className={ROW}>
      {columns.map((column) => (
        <td key={column.header} className={`${CELL} ${NARROW_PLACES[column.narrow]}`}>
          <Skeleton className={`h-4 max-w-full ${column.skeletonWidth} ${column.align ? 'ml-auto' : ''}`} />
        </td>
      ))}
    </tr>
  ));
}

function alignment<Row>(column: Column<Row>): string {
  return column.align === 'end' ? '@2xl:text-right' : '';
}
