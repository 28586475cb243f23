import { SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { pageFromUrl } from '../../shared/lib/page-number.ts';

/** The state of the list as its address carries it; what is left out is page 1, or no search. */
export interface UsersSearch {
  readonly page?: number | undefined;
  readonly search?: string | undefined;
}

/**
 * Reads the list's state from the parameters of an address; what makes no sense falls back to the default.
 * Both keys are always there: the router would keep the raw parameter in the place of a missing one.
 */
export function parseUsersSearch(parameters: Readonly<Record<string, unknown>>): UsersSearch {
  return { page: pageFromUrl(parameters['page']), search: searchFromUrl(parameters['search']) };
}

function searchFromUrl(value: unknown): string | undefined {
  return typeof value === 'string' ? value.trim().slice(0, SEARCH_LENGTH_MAX) || undefined : undefined;
}
