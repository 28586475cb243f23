import { Timestamp } from '../timestamp.tsx';
import type { Column, NarrowPlace } from './column.ts';

interface CreatedAtColumnOptions {
  readonly narrow: NarrowPlace;
  readonly narrowPrefix?: string;
}

export function createdAtColumn<Row extends { readonly createdAt: string }>(
  options: CreatedAtColumnOptions,
): Column<Row> {
  return {
    header: 'Created At',
    cell: ({ createdAt }) => <Timestamp instant={createdAt} />,
    width: '@2xl:w-34',
    skeletonWidth: 'w-24',
    align: 'end',
    narrow: options.narrow,
    ...(options.narrowPrefix !== undefined && { narrowPrefix: options.narrowPrefix }),
    sortable: true,
  };
}
