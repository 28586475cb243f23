import type { ExportRequest } from '@halyard/contract/exports';
import type { UserStatus } from '@halyard/contract/user-status';
import type { BalanceSources } from '../../infra/balances/balance-sources.ts';
import { type CreationDays, creationDaysCondition } from '../../infra/creation-list/creation-days.ts';
import { searchCondition } from '../../infra/creation-list/search-condition.ts';
import { USER_CONDITIONS } from '../../infra/creation-list/user-conditions.ts';
import { exportOfExceptions } from './export-exceptions.ts';
import type { ExportList } from './export-list.ts';
import { exportOfOrders } from './export-orders.ts';
import { exportOfTransactions } from './export-transactions.ts';
import { exportOfWallets } from './export-wallets.ts';

/** Requests for lists that are read in order of creation. */
export type ListExportRequest = Exclude<ExportRequest, { of: 'audit-logs' }>;

const USERS = {
  table: 'users',
  cells: {
    UUID: 'listed.id',
    Name: 'listed.name',
    Email: 'listed.email',
    Merchants: 'listed.merchant_count',
    'Created At': 'listed.created_at',
    'Blocked At': 'listed.blocked_at',
    'Blocked Reason': 'listed.blocked_reason',
    'Deleted At': 'listed.deleted_at',
  },
  join: '',
};

const MERCHANTS = {
  table: 'merchants',
  cells: {
    UUID: 'listed.id',
    'Merchant Name': 'listed.name',
    Website: 'listed.website',
    'Creator Name': 'creator.name',
    'Creator Email': 'creator.email',
    'Created At': 'listed.created_at',
    'Deleted At': 'listed.deleted_at',
  },
  join: 'LEFT JOIN users AS creator ON creator.id = listed.user_id',
};

const INVITATIONS = {
  table: 'invitations',
  cells: {
    ID: 'listed.id',
    Email: 'listed.email',
    Status: 'listed.status',
    'Created At': 'listed.created_at',
    'Expires At': 'listed.expires_at',
  },
  join: '',
  match: undefined,
};

export function exportListOf(request: ListExportRequest, sources: BalanceSources): ExportList {
  switch (request.of) {
    case 'users':
      return { ...USERS, ...peopleConditions(USERS.table, request) };
    case 'merchants':
      return { ...MERCHANTS, ...peopleConditions(MERCHANTS.table, request) };
    case 'invitations':
      return request.status === undefined
        ? { ...INVITATIONS, scope: 'true', values: [] }
        : { ...INVITATIONS, scope: 'status = $1', values: [request.status] };
    case 'orders':
      return exportOfOrders(request);
    case 'transactions':
      return exportOfTransactions(request);
    case 'exceptions':
      return exportOfExceptions(request);
    case 'wallets':
      return exportOfWallets(request, sources);
  }
}

interface PeopleFilters extends CreationDays {
  readonly search: string;
  readonly includeDeleted: boolean;
  readonly status?: UserStatus | undefined;
}

function peopleConditions(table: string, filters: PeopleFilters) {
  const { search, includeDeleted, status } = filters;
  const found = search === '' ? { match: undefined, values: [] } : searchCondition(table, search, 1);
  const days = creationDaysCondition(filters, found.values.length + 1);
  const live = includeDeleted ? 'true' : 'deleted_at IS NULL';
  const scope = status === undefined ? live : USER_CONDITIONS[status];
  return days === undefined
    ? { ...found, scope }
    : { ...found, scope: `${scope} AND ${days.record}`, values: [...found.values, ...days.values] };
}
