import { EXCEPTION_KINDS, type ExceptionKind, type ExceptionSort } from '@halyard/contract/exception-kinds';
import {
  choiceFromUrl,
  identifierFromUrl,
  type UrlParameters,
  withoutUnknown,
} from '../../../shared/list/list-search.ts';
import { pageFromUrl } from '../../../shared/list/page-number.ts';
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
}

export function parseExceptionsSearch(parameters: UrlParameters): ExceptionsSearch {
  return {
    ...withoutUnknown(parameters),
    tab: 'exceptions',
    page: pageFromUrl(parameters['page']),
    kind: choiceFromUrl(parameters['kind'], EXCEPTION_KINDS),
    state: choiceFromUrl(parameters['state'], ['resolved', 'closed', 'all'] as const),
    sort: choiceFromUrl(parameters['sort'], ['oldest', 'amount'] as const),
    order: identifierFromUrl(parameters['order']),
    orderUuid: identifierFromUrl(parameters['orderUuid']),
    merchantUuid: identifierFromUrl(parameters['merchantUuid']),
    userUuid: identifierFromUrl(parameters['userUuid']),
    walletId: identifierFromUrl(parameters['walletId']),
  };
}
