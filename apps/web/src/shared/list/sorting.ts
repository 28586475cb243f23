import type { ListPosition } from './list-search.ts';

/**
 * The sort order by creation in a list's URL, and the function that reverses it.
 *
 * @param onSort gets the other order; undefined means newest first
 */
export function creationSorting(sort: ListPosition['sort'], onSort: (sort: ListPosition['sort']) => void) {
  return {
    direction: sort === 'oldest' ? 'ascending' : 'descending',
    onToggle: () => onSort(sort === 'oldest' ? undefined : 'oldest'),
  } as const;
}
