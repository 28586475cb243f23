import type { Column, Sorting } from './column.ts';
import { ProgressLine } from './progress-line.tsx';
import { type RowOpening, useSteadyOpener } from './row-opening.ts';
import { TableHeader } from './table-header.tsx';
import { SkeletonRow, TableRow } from './table-rows.tsx';

interface DataTableProps<Row> {
  /** The table's accessible name. */
  readonly label: string;
  /** The same ones each time, or every row is drawn anew with them. */
  readonly columns: readonly Column<Row>[];
  readonly sorting?: Sorting | undefined;
  /** Undefined while the first rows are loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** How many rows to hold room for while loading. */
  readonly expectedRows: number;
  /** Whether the rows are shown to be read, to be replaced or once more. */
  readonly refetching?: boolean;
  /** Where given, the rows open. */
  readonly opening?: RowOpening<Row> | undefined;
}

/**
 * Rows of 44 px, or 36 px on request, under a header that stays in sight; where there is little room each row is a few lines of a list.
 * While loading it has its final shape, and while others are read the old rows stay, dimmed.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, sorting, rows, rowKey, expectedRows, refetching = false, opening } = props;
  const opener = useSteadyOpener(opening);
  return (
    <div className="@container relative">
      <ProgressLine refetching={refetching} />
      <table
        aria-label={label}
        aria-busy={refetching || !rows}
        className="w-full table-fixed border-separate border-spacing-0 text-left text-base @max-2xl:block"
      >
        <TableHeader columns={columns} sorting={sorting} />
        <tbody
          className="dims-on-refetch @max-2xl:block"
          data-refetching={refetching || undefined}
          {...(rows ? {} : { 'aria-hidden': true })}
        >
          {rows
            ? rows.map((row) => (
                <TableRow
                  key={rowKey(row)}
                  row={row}
                  columns={columns}
                  opener={opener}
                  isOpen={opening?.isOpen(row) ?? false}
                />
              ))
            : Array.from({ length: expectedRows }, (_, row) => row).map((row) => (
                <SkeletonRow key={row} columns={columns} />
              ))}
        </tbody>
      </table>
    </div>
  );
}
