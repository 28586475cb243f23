import { PAGE_SIZE } from '@halyard/contract/constants';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListPage } from '../../list/list-page.ts';
import { pageCount } from '../../list/page-number.ts';
import { ReadFailure } from '../read-failure.tsx';
import type { Column, Sorting } from './column.ts';
import { DataTable } from './data-table.tsx';
import { NoSuchPage } from './no-such-page.tsx';
import { Pagination } from './pagination.tsx';
import type { RowOpening } from './row-opening.ts';
import { useRereading } from './use-rereading.ts';

interface ListBodyProps<Row> {
  /** What is listed, in the plural and small: `users`. */
  readonly noun: string;
  /** The table's accessible name. */
  readonly label: string;
  readonly result: UseQueryResult<ListPage<Row>>;
  /** The same ones each time, or every row is drawn anew with them. */
  readonly columns: readonly Column<Row>[];
  /** By the column that says it is sortable. */
  readonly sorting?: Sorting;
  readonly rowKey: (row: Row) => string;
  /** Counted from 1; undefined is the first. */
  readonly page: number | undefined;
  /** Gets undefined for the first page. */
  readonly onPage: (page: number | undefined) => void;
  /** Stands for what is listed where there is none. */
  readonly icon: ReactNode;
  /** In the place of a list without any row. */
  readonly empty: ReactNode;
  readonly opening?: RowOpening<Row>;
}

/** A list in each of its states: loading, failed, empty, beyond its end, rows, and rows that make way for others. */
export function ListBody<Row>(props: ListBodyProps<Row>) {
  const { noun, label, result, columns, sorting, rowKey, page = 1, onPage, icon, empty, opening } = props;
  // An empty list is the answer to what was asked before; until the next it says nothing.
  const data = result.isPlaceholderData && result.data?.rows.length === 0 ? undefined : result.data;
  const rereading = useRereading(result);
  const goTo = (target: number) => onPage(target > 1 ? target : undefined);

  if (result.isError && !data) {
    return <ReadFailure title={`The list of ${noun} could not be loaded`} read={result} />;
  }
  if (data && data.rows.length === 0) {
    return data.totalCount > 0 ? (
      <NoSuchPage icon={icon} page={page} lastPage={pageCount(data.totalCount, PAGE_SIZE)} onPage={goTo} />
    ) : (
      empty
    );
  }
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        sorting={sorting}
        rows={data?.rows}
        rowKey={rowKey}
        expectedRows={PAGE_SIZE}
        rereading={rereading && data !== undefined}
        opening={opening}
      />
      <div className="px-(--gutter)">
        {data ? (
          <Pagination noun={noun} page={page} pageSize={PAGE_SIZE} total={data.totalCount} onPage={goTo} />
        ) : null}
      </div>
    </>
  );
}
