import type { listUsers } from '@halyard/contract/users';
import type { z } from 'zod';
import { type AuditPage, readAuditOfResource } from '../../infra/audit/read-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import { noSuchUser } from './no-such-user.ts';
import { createSearchMemory } from './search-memory.ts';
import { searchUsers } from './search-users.ts';
import { type MerchantRow, readMerchantsOf, readUser } from './user-queries.ts';
import type { UserRow } from './user-row.ts';
import { type FoundUsers, readUserPage } from './users-queries.ts';

export type UserListQuery = z.output<NonNullable<(typeof listUsers)['query']>>;

/** What is told of one user throws the Problem `not_found` where there is none, or it is deleted. */
export interface UsersService {
  /** One page of users, and how many there are beside it. */
  readonly list: (query: UserListQuery) => Promise<FoundUsers>;
  readonly read: (id: string) => Promise<UserRow>;
  readonly merchants: (id: string) => Promise<readonly MerchantRow[]>;
  /** What was done to the user, newest first. */
  readonly auditLogs: (
    id: string,
    page: { readonly limit: number; readonly offset: number },
  ) => Promise<AuditPage>;
}

export function createUsersService({ database }: { readonly database: Database }): UsersService {
  const memory = createSearchMemory();

  async function read(id: string): Promise<UserRow> {
    const user = await readUser(database.reader, id);
    if (user === undefined) throw noSuchUser();
    return user;
  }

  return {
    list: async ({ search, ...page }) =>
      search === ''
        ? await readUserPage(database, page)
        : await searchUsers(database, memory, { ...page, search }),
    read,
    merchants: async (id) => {
      await read(id);
      return await readMerchantsOf(database.reader, id);
    },
    auditLogs: async (id, page) => {
      await read(id);
      return await readAuditOfResource(database.reader, { type: 'user', id }, page);
    },
  };
}
