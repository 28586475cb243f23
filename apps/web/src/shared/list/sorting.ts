import type { ListPosition } from './list-search.ts';

/**
 * The order by creation that a list's address asks for, and what turns it round.
 *
 * @param onSort gets the other order; undefined is the newest first
 */
export function creationSorting(sort: ListPosition['sort'], onSort: (sort: ListPosition['sort']) => void) {
  return {
    direction: sort === 'oldest' ? 'ascending' : 'descending',
    onToggle: () => onSort(sort === 'oldest' ? undefined : 'oldest'),
  } as const;
}
