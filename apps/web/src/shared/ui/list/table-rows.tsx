import { memo } from 'react';
import { Skeleton } from '../skeleton.tsx';
import { type Column, columnClass } from './column.ts';
import { clickRowOpener, RowOpener } from './row-opener.tsx';
import type { Opener } from './row-opening.ts';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly opener: Opener<Row> | undefined;
  readonly isOpen: boolean;
}

/** Memoized, so that a row does not rerender with its list. */
export const TableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row>({ row, columns, opener, isOpen }: TableRowProps<Row>) {
  return (
    <tr
      data-open={isOpen || undefined}
      className={`group/row list-row ${opener ? 'opening-row' : ''}`}
      onClick={opener && clickRowOpener}
      onPointerEnter={opener?.onIntent}
    >
      {columns.map((column, position) => (
        <td
          key={column.header}
          data-prefix={column.narrowPrefix}
          className={`list-cell at-${column.narrow} ${columnClass(column)} ${column.className ?? ''}`}
        >
          {opener && position === 0 ? (
            <RowOpener row={row} opener={opener} isOpen={isOpen} label={column.openerLabel?.(row)}>
              {column.cell(row)}
            </RowOpener>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

export function SkeletonRow<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <tr className="list-row">
      {columns.map((column) => (
        <td key={column.header} className={`list-cell at-${column.narrow} ${columnClass(column)}`}>
          <Skeleton className={`h-4 max-w-full ${column.skeletonWidth} ${column.align ? 'ml-auto' : ''}`} />
        </td>
      ))}
    </tr>
  );
}
