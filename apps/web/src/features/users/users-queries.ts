import { PAGE_SIZE } from '@halyard/contract/constants';
import type { User } from '@halyard/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { countIn } from '../../shared/lib/answer-fields.ts';
import type { ListPage } from '../../shared/lib/list-page.ts';
import { READ_FAILURES } from '../../shared/lib/read-failures.ts';
import { isUser, userIn } from './user-in.ts';
import type { UsersSearch } from './users-search.ts';

/** Everything that was read about users; an act on one of them makes all of it old. */
export const USERS_KEY = 'users';

interface UserPage {
  readonly users: readonly unknown[];
  readonly totalCount: unknown;
}

export function usersQuery(api: ApiClient, { page = 1, search, sort }: UsersSearch) {
  return queryOptions({
    queryKey: [USERS_KEY, 'list', { page, search, sort }],
    queryFn: ({ signal }) =>
      api.get<UserPage>('/users', {
        query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, search, includeDeleted: false, sort },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: isUserPage,
      }),
    select: ({ users, totalCount }): ListPage<User> => ({
      rows: users.map(userIn),
      totalCount: countIn(totalCount) ?? 0,
    }),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load users', description: 'Please try again later' } },
  });
}

function isUserPage(body: unknown): boolean {
  const { users, totalCount } = (body ?? {}) as Partial<UserPage>;
  return Array.isArray(users) && users.every(isUser) && countIn(totalCount) !== null;
}
