import { PAGE_SIZE } from '@halyard/contract/constants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { holdsPage, listPage } from '../../shared/list/list-page.ts';
import { READ_FAILURES } from '../../shared/query/read-failures.ts';
import { merchantIn } from './merchant-in.ts';
import type { MerchantsSearch } from './merchants-search.ts';

export function merchantsQuery(api: ApiClient, { page = 1, search, sort }: MerchantsSearch) {
  return queryOptions({
    queryKey: ['merchants', { page, search, sort }],
    queryFn: ({ signal }) =>
      api.get<unknown>('/merchants', {
        query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, search, includeDeleted: false, sort },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: (answer) => holdsPage(answer, 'merchants'),
      }),
    select: (answer) => listPage(answer, 'merchants', merchantIn),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load merchants', description: 'Please try again later' } },
  });
}
