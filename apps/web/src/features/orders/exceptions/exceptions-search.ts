import { EXCEPTION_KINDS, type ExceptionKind, type ExceptionSort } from '@halyard/contract/exception-kinds';
import { choiceFromUrl, identifierFromUrl, type UrlParameters } from '../../../shared/list/list-search.ts';
import type { OwnerFilters } from '../owner-filters.tsx';

export interface ExceptionFilters extends OwnerFilters {
  readonly kind?: ExceptionKind | undefined;
  /** `undefined` means open ones. */
  readonly state?: 'resolved' | 'closed' | 'all' | undefined;
}

export interface ExceptionsSearch extends ExceptionFilters {
  readonly tab: 'exceptions';
  readonly page?: number | undefined;
  /** `undefined` means newest first. */
  readonly sort?: Exclude<ExceptionSort, 'newest'> | undefined;
  /** The order whose panel is open. */
  readonly order?: string | undefined;
  /** As in the tab with the orders. */
  readonly timeline?: string | undefined;
}

/** Parses the parameters that only this tab has. */
export function exceptionFiltersFromUrl(parameters: UrlParameters) {
  return {
    kind: choiceFromUrl(parameters['kind'], EXCEPTION_KINDS),
    state: choiceFromUrl(parameters['state'], ['resolved', 'closed', 'all'] as const),
    sort: choiceFromUrl(parameters['sort'], ['oldest', 'amount'] as const),
    orderUuid: identifierFromUrl(parameters['orderUuid']),
  };
}
