import type { listUsers } from '@halyard/contract/users';
import type { z } from 'zod';
import type { Database } from '../../infra/db/database.ts';
import { type FoundUsers, readUserPage, searchUsers } from './users-queries.ts';

export type UserListQuery = z.output<NonNullable<(typeof listUsers)['query']>>;

export interface UsersService {
  /** One page of users, newest first, and how many there are beside it. */
  readonly list: (query: UserListQuery) => Promise<FoundUsers>;
}

export function createUsersService({ database }: { readonly database: Database }): UsersService {
  return {
    list: async ({ search, ...page }) =>
      search === '' ? await readUserPage(database, page) : await searchUsers(database, { ...page, search }),
  };
}
