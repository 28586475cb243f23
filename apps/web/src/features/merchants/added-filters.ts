import { ANY_DAY } from '../../shared/list/created-days.ts';
import type { MerchantsSearch } from './merchants-search.ts';

/** Whether there are filters that not every server has. */
export function hasAddedFilters({ deleted, createdFrom, createdTo }: MerchantsSearch): boolean {
  return (deleted ?? createdFrom ?? createdTo) !== undefined;
}

/** Drops the filters that not every server has. */
export function withoutAddedFilters(state: MerchantsSearch): MerchantsSearch {
  return { ...state, deleted: undefined, ...ANY_DAY };
}
