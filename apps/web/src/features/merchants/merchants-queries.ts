import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { readPage, rowsOfPage } from '../../shared/list/read-page.ts';
import type { MerchantsSearch } from './merchants-search.ts';
import { isMerchant, parseMerchant, parseMerchantDetails } from './parse-merchant.ts';

/** First part of all query keys about merchants. */
export const MERCHANTS_KEY = 'merchants';

export function merchantsQuery(api: ApiClient, { page = 1, sort, ...state }: MerchantsSearch) {
  const filters = merchantParameters(state);
  return queryOptions({
    queryKey: [MERCHANTS_KEY, 'list', { page, sort, ...filters }],
    queryFn: ({ signal }) =>
      readPage(
        (options) =>
          api.get('/merchants', { query: { ...rowsOfPage(page), ...filters, sort }, signal, ...options }),
        { name: 'merchants', rowIn: parseMerchant },
      ),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load merchants', description: 'Please try again later' } },
  });
}

/** Returns search and filters as API parameters. */
export function merchantParameters({ search, deleted, createdFrom, createdTo }: MerchantsSearch) {
  return { search, includeDeleted: deleted === 'show', createdFrom, createdTo };
}

export function merchantQuery(api: ApiClient, uuid: string) {
  return queryOptions({
    queryKey: [MERCHANTS_KEY, uuid],
    queryFn: ({ signal }) =>
      api.get('/merchants/:id', {
        params: { id: uuid },
        signal,
        failureText: 'Failed to load the merchant',
        accepts: isMerchant,
      }),
    select: parseMerchantDetails,
  });
}
