import { memo } from 'react';
import { Skeleton } from '../skeleton.tsx';
import { alignment, type Column, type NarrowPlace } from './column.ts';
import { pressOpener, RowOpener } from './row-opener.tsx';
import type { Opener } from './row-opening.ts';

/** Where there is hardly any room, what ends the second line has a line of its own. */
const NARROW_PLACES: Record<NarrowPlace, string> = {
  'first-line': '@max-2xl:col-span-2 @max-2xl:col-start-1 @max-2xl:row-start-1',
  'first-line-end': '@max-2xl:col-start-3 @max-2xl:row-start-1 @max-2xl:text-right',
  'second-line': '@max-2xl:col-start-1 @max-2xl:row-start-2 @max-[22rem]:col-span-3',
  'second-line-end':
    '@max-2xl:col-span-2 @max-2xl:col-start-2 @max-2xl:row-start-2 @max-2xl:text-right @max-[22rem]:col-span-3 @max-[22rem]:col-start-1 @max-[22rem]:row-start-3',
  'third-line': '@max-2xl:col-start-1 @max-2xl:row-start-3 @max-[22rem]:row-start-4',
  'third-line-end':
    '@max-2xl:col-span-2 @max-2xl:col-start-2 @max-2xl:row-start-3 @max-2xl:text-right @max-[22rem]:row-start-4',
  'whole-third-line':
    '@max-2xl:col-span-3 @max-2xl:col-start-1 @max-2xl:row-start-3 @max-[22rem]:row-start-4',
};

const ROW =
  'group/row @max-2xl:grid @max-2xl:grid-cols-[minmax(0,1fr)_auto_auto] @max-2xl:items-center @max-2xl:gap-x-4 @max-2xl:gap-y-1 @max-2xl:border-line @max-2xl:border-b @max-2xl:px-(--gutter) @max-2xl:py-3';
const CELL =
  'min-w-0 @2xl:h-(--table-row) @2xl:border-line @2xl:border-b @2xl:px-3 @2xl:first:pl-(--gutter) @2xl:last:pr-(--gutter)';
const PREFIXED = "before:text-ink-quiet @max-2xl:before:content-[attr(data-prefix)_'_']";
const OPENING_ROW = 'cursor-pointer hover:bg-surface-sunken data-open:bg-accent-soft';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  /** Where the row opens. */
  readonly opener: Opener<Row> | undefined;
  readonly isOpen: boolean;
}

/**
 * A row; one that opens has a button in its first cell, and the whole row as a larger target for the pointer. It is not
 * drawn anew when its list is and nothing of the row has changed.
 */
export const TableRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row>({ row, columns, opener, isOpen }: TableRowProps<Row>) {
  return (
    <tr
      data-open={isOpen || undefined}
      className={`${ROW} ${opener ? OPENING_ROW : ''}`}
      onClick={opener && pressOpener}
      onPointerEnter={opener?.onIntent}
    >
      {columns.map((column, position) => (
        <td
          key={column.header}
          data-prefix={column.narrowPrefix}
          className={`${CELL} ${NARROW_PLACES[column.narrow]} ${alignment(column)} ${column.narrowPrefix === undefined ? '' : PREFIXED} ${column.className ?? ''}`}
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
    <tr className={ROW}>
      {columns.map((column) => (
        <td key={column.header} className={`${CELL} ${NARROW_PLACES[column.narrow]}`}>
          <Skeleton className={`h-4 max-w-full ${column.skeletonWidth} ${column.align ? 'ml-auto' : ''}`} />
        </td>
      ))}
    </tr>
  );
}
