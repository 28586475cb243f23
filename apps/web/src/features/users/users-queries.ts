import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { readPage, rowsOfPage } from '../../shared/list/read-page.ts';
import { isUser, parseUser } from './parse-user.ts';
import type { UsersSearch } from './users-search.ts';

/** First part of all query keys about users. Every action on a user invalidates them. */
export const USERS_KEY = 'users';

export function usersQuery(api: ApiClient, { page = 1, search, status, sort }: UsersSearch) {
  return queryOptions({
    queryKey: [USERS_KEY, 'list', { page, search, status, sort }],
    queryFn: ({ signal }) =>
      readPage(
        (options) =>
          api.get('/users', {
            query: { ...rowsOfPage(page), search, status, includeDeleted: false, sort },
            signal,
            ...options,
          }),
        { name: 'users', rowIn: parseUser, isRow: isUser },
      ),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load users', description: 'Please try again later' } },
  });
}
