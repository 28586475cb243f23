import type { Column, Sorting } from './column.ts';
import { ProgressLine } from './progress-line.tsx';
import { type RowOpening, useSteadyOpener } from './row-opening.ts';
import { TableHeader } from './table-header.tsx';
import { SkeletonRow, TableRow } from './table-rows.tsx';
import { useTableStop } from './use-table-stop.ts';

interface DataTableProps<Row> {
  readonly label: string;
  /** Must be stable: a new array rerenders every row. */
  readonly columns: readonly Column<Row>[];
  readonly sorting?: Sorting | undefined;
  /** Undefined during the first load. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** Number of skeleton rows. */
  readonly expectedRows: number;
  readonly refetching?: boolean;
  readonly opening?: RowOpening<Row> | undefined;
  /** Defaults to what `opening` says. */
  readonly isOpen?: ((row: Row) => boolean) | undefined;
}

/** Table with a sticky header. On narrow screens, each row becomes a few lines. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, sorting, rows, rowKey, expectedRows, refetching = false, opening } = props;
  const { isOpen = opening?.isOpen } = props;
  const opener = useSteadyOpener(opening);
  const tableStop = useTableStop();
  return (
    <div className="@container relative">
      <ProgressLine refetching={refetching} />
      <table
        {...tableStop}
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
                  opener={opening?.canOpen?.(row) === false ? undefined : opener}
                  isOpen={isOpen?.(row) ?? false}
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
