import { PAGE_SIZE } from '@halyard/contract/constants';
import type { UserPage } from '@halyard/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { READ_FAILURES } from '../../shared/lib/read-failures.ts';
import type { UsersSearch } from './users-search.ts';

export function usersQuery(api: ApiClient, { page = 1, search }: UsersSearch) {
  return queryOptions({
    queryKey: ['users', { page, search }],
    queryFn: ({ signal }) =>
      api.get<UserPage>('/users', {
        query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, search, includeDeleted: false },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: isUserPage,
      }),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load users', description: 'Please try again later' } },
  });
}

function isUserPage(body: unknown): boolean {
  const { users, totalCount } = (body ?? {}) as Partial<UserPage>;
  return Array.isArray(users) && typeof totalCount === 'number';
}
