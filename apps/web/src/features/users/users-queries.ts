import type { User } from '@halyard/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { withKnown } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { readPage, rowsOfPage } from '../../shared/list/read-page.ts';
import { isUser, parseUser } from './parse-user.ts';
import type { UsersSearch } from './users-search.ts';

/** First part of all query keys about users. Every action on a user invalidates them. */
export const USERS_KEY = 'users';

export function usersQuery(api: ApiClient, { page = 1, sort, ...state }: UsersSearch) {
  const filters = userParameters(state);
  return queryOptions({
    queryKey: [USERS_KEY, 'list', { page, sort, ...filters }],
    queryFn: ({ signal }) =>
      readPage(
        (options) =>
          api.get('/users', { query: { ...rowsOfPage(page), ...filters, sort }, signal, ...options }),
        { name: 'users', rowIn: parseUser, isRow: isUser },
      ),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load users', description: 'Please try again later' } },
  });
}

/** @param listed the user's row in the list, where some servers send more fields */
export function userQuery(api: ApiClient, uuid: string, listed: User | undefined) {
  return queryOptions({
    queryKey: [USERS_KEY, uuid],
    queryFn: ({ signal }) =>
      api.get('/users/:id', {
        params: { id: uuid },
        signal,
        failureText: 'Failed to load the user',
        accepts: isUser,
      }),
    select: (answer) => withKnown(parseUser(answer), { answer, known: listed }),
  });
}

/** Returns search and filters as API parameters. */
export function userParameters({ search, status, createdFrom, createdTo }: UsersSearch) {
  const includeDeleted = status === 'all';
  return { search, status: includeDeleted ? undefined : status, includeDeleted, createdFrom, createdTo };
}

/** Whether there are filters that not every server has. */
export function hasAddedFilters({ status, createdFrom, createdTo }: UsersSearch): boolean {
  return (status ?? createdFrom ?? createdTo) !== undefined;
}
