import { PAGE_SIZE } from '@halyard/contract/constants';
import type { Column, Sorting } from './column.ts';
import { DataTable } from './data-table.tsx';
import { ListStates, type ListStatesProps } from './list-states.tsx';
import type { RowOpening } from './row-opening.ts';

interface ListBodyProps<Row> extends Omit<ListStatesProps<Row>, 'children' | 'hasGutter'> {
  readonly columns: readonly Column<Row>[];
  readonly sorting?: Sorting;
  readonly rowKey: (row: Row) => string;
  readonly opening?: RowOpening<Row> | undefined;
  /** Which row to highlight if rows are not opened by a click, but by a link. */
  readonly isOpen?: (row: Row) => boolean;
}

export function ListBody<Row>({ columns, sorting, rowKey, opening, isOpen, ...list }: ListBodyProps<Row>) {
  return (
    <ListStates {...list} hasGutter>
      {(rows, refetching) => (
        <DataTable
          label={list.noun.charAt(0).toUpperCase() + list.noun.slice(1)}
          columns={columns}
          sorting={sorting}
          rows={rows}
          rowKey={rowKey}
          expectedRows={PAGE_SIZE}
          refetching={refetching}
          opening={opening}
          isOpen={isOpen}
        />
      )}
    </ListStates>
  );
}
