import { PAGE_SIZE } from '@halyard/contract/constants';
import type { Merchant, MerchantPage } from '@halyard/contract/merchants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import type { ListPage } from '../../shared/lib/list-page.ts';
import { READ_FAILURES } from '../../shared/lib/read-failures.ts';
import type { MerchantsSearch } from './merchants-search.ts';

export function merchantsQuery(api: ApiClient, { page = 1, search, sort }: MerchantsSearch) {
  return queryOptions({
    queryKey: ['merchants', { page, search, sort }],
    queryFn: ({ signal }) =>
      api.get<MerchantPage>('/merchants', {
        query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, search, includeDeleted: false, sort },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: isMerchantPage,
      }),
    select: ({ merchants, totalCount }): ListPage<Merchant> => ({ rows: merchants, totalCount }),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load merchants', description: 'Please try again later' } },
  });
}

function isMerchantPage(body: unknown): boolean {
  const { merchants, totalCount } = (body ?? {}) as Partial<MerchantPage>;
  return Array.isArray(merchants) && typeof totalCount === 'number';
}
