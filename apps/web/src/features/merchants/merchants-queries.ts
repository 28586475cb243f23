import { PAGE_SIZE } from '@halyard/contract/constants';
import type { Merchant } from '@halyard/contract/merchants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { countIn, fieldsOf } from '../../shared/lib/answer-fields.ts';
import type { ListPage } from '../../shared/lib/list-page.ts';
import { READ_FAILURES } from '../../shared/lib/read-failures.ts';
import { merchantIn } from './merchant-in.ts';
import type { MerchantsSearch } from './merchants-search.ts';

interface AnsweredMerchants {
  readonly merchants: readonly unknown[];
  readonly totalCount: unknown;
}

export function merchantsQuery(api: ApiClient, { page = 1, search, sort }: MerchantsSearch) {
  return queryOptions({
    queryKey: ['merchants', { page, search, sort }],
    queryFn: ({ signal }) =>
      api.get<AnsweredMerchants>('/merchants', {
        query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, search, includeDeleted: false, sort },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: isMerchantPage,
      }),
    select: ({ merchants, totalCount }): ListPage<Merchant> => ({
      rows: merchants.map(merchantIn),
      totalCount: countIn(totalCount) ?? 0,
    }),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load merchants', description: 'Please try again later' } },
  });
}

function isMerchantPage(body: unknown): boolean {
  const { merchants, totalCount } = fieldsOf(body);
  return Array.isArray(merchants) && countIn(totalCount) !== null;
}
