import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { readPage, rowsOfPage } from '../../shared/list/read-page.ts';
import type { MerchantsSearch } from './merchants-search.ts';
import { parseMerchant } from './parse-merchant.ts';

export function merchantsQuery(api: ApiClient, { page = 1, search, sort }: MerchantsSearch) {
  return queryOptions({
    queryKey: ['merchants', { page, search, sort }],
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
