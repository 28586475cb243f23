import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { readPage, rowsOfPage } from '../../shared/list/read-page.ts';
import type { MerchantsSearch } from './merchants-search.ts';
import { isMerchant, parseMerchant, parseMerchantDetails } from './parse-merchant.ts';

/** First part of all query keys about merchants. */
export const MERCHANTS_KEY = 'merchants';

export function merchantsQuery(api: ApiClient, { page = 1, search, sort }: MerchantsSearch) {
  return queryOptions({
    queryKey: [MERCHANTS_KEY, 'list', { page, search, sort }],
    queryFn: ({ signal }) =>
      readPage(
        (options) =>
          api.get('/merchants', {
            query: { ...rowsOfPage(page), search, includeDeleted: false, sort },
            signal,
            ...options,
          }),
        { name: 'merchants', rowIn: parseMerchant },
      ),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load merchants', description: 'Please try again later' } },
  });
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
