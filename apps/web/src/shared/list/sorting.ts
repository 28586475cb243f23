import type { ListPosition } from './list-search.ts';

/** Sort order by creation. @param onSort gets the opposite order; undefined means newest first */
export function creationSorting(sort: ListPosition['sort'], onSort: (sort: ListPosition['sort']) => void) {
  return {
    direction: sort === 'oldest' ? 'ascending' : 'descending',
    onToggle: () => onSort(sort === 'oldest' ? undefined : 'oldest'),
  } as const;
}
