import { PAGE_SIZE } from '@halyard/contract/constants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { holdsPage, listPage } from '../../shared/list/list-page.ts';
import { READ_FAILURES } from '../../shared/query/read-failures.ts';
import { isUser, userIn } from './user-in.ts';
import type { UsersSearch } from './users-search.ts';

/** Everything that was read about users; an act on one of them makes all of it old. */
export const USERS_KEY = 'users';

export function usersQuery(api: ApiClient, { page = 1, search, sort }: UsersSearch) {
  return queryOptions({
    queryKey: [USERS_KEY, 'list', { page, search, sort }],
    queryFn: ({ signal }) =>
      api.get<unknown>('/users', {
        query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, search, includeDeleted: false, sort },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: (answer) => holdsPage(answer, 'users', isUser),
      }),
    select: (answer) => listPage(answer, 'users', userIn),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load users', description: 'Please try again later' } },
  });
}
