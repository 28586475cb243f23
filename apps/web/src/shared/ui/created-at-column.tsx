import type { Column, NarrowPlace, Sorting } from './column.ts';
import { Timestamp } from './timestamp.tsx';

interface CreatedAtColumnOptions {
  readonly narrow: NarrowPlace;
  /** Stands before the date where there is no header above it. */
  readonly narrowPrefix?: string;
  readonly sorting: Sorting;
}

/** The day of creation, by which every list is ordered. */
export function createdAtColumn<Row extends { readonly createdAt: string }>(
  options: CreatedAtColumnOptions,
): Column<Row> {
  return {
    header: 'Created At',
    cell: ({ createdAt }) => (
      <>
        {options.narrowPrefix === undefined ? null : (
          <span className="text-ink-quiet @2xl:hidden">{options.narrowPrefix} </span>
        )}
        <Timestamp instant={createdAt} />
      </>
    ),
    width: '@2xl:w-36',
    skeletonWidth: 'w-24',
    align: 'end',
    narrow: options.narrow,
    sorting: options.sorting,
  };
}
