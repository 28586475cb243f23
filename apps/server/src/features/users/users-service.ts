import type { UserStatus } from '@halyard/contract/user-status';
import type { AuditInbox } from '../../infra/audit/inbox/audit-inbox.ts';
import { type FoundEntries, searchAudit } from '../../infra/audit/search/search-audit.ts';
import type { ListPage, LiveListQuery } from '../../infra/creation-list/creation-list.ts';
import { readListPage } from '../../infra/creation-list/read-list-page.ts';
import type { Database } from '../../infra/db/database.ts';
import { noSuchUser } from './no-such-user.ts';
import { USER_LIST, type UserRow, type UserScope } from './user-list.ts';
import { type OwnedMerchantRow, readMerchantsOf, readUser } from './user-queries.ts';

export interface UserListQuery extends LiveListQuery {
  /** Takes precedence over `includeDeleted`. */
  readonly status?: UserStatus | undefined;
}

/** Methods about one user throw the Problem `not_found` if the user is unknown or deleted. */
export interface UsersService {
  readonly list: (query: UserListQuery) => Promise<ListPage<UserRow>>;
  readonly read: (id: string) => Promise<UserRow>;
  readonly merchants: (id: string) => Promise<readonly OwnedMerchantRow[]>;
  readonly auditLogs: (
    id: string,
    page: { readonly limit: number; readonly offset: number },
  ) => Promise<FoundEntries>;
}

export function createUsersService({
  database,
  auditInbox,
}: {
  readonly database: Database;
  readonly auditInbox: Pick<AuditInbox, 'catchUp'>;
}): UsersService {
  async function read(id: string): Promise<UserRow> {
    const user = await readUser(database.reader, id);
    if (user === undefined) throw noSuchUser();
    return user;
  }

  return {
    list: async ({ status, includeDeleted, ...page }) =>
      await readListPage<UserRow, UserScope>(database, USER_LIST, {
        ...page,
        scope: status ?? (includeDeleted ? 'all' : 'live'),
      }),
    read,
    merchants: async (id) => {
      await read(id);
      return await readMerchantsOf(database.reader, id);
    },
    auditLogs: async (id, page) => {
      await read(id);
      await auditInbox.catchUp();
      return await searchAudit(database, { resourceType: 'user', resourceId: id }, page);
    },
  };
}
