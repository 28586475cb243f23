import type { OrderStatus } from '@halyard/contract/orders';
import {
  AUDIT_FILTERS,
  CREATED_DAYS,
  MERCHANT,
  ORDERS,
  REVENUE,
  USER_STATUS_FILTER,
} from '@halyard/contract/runtime-settings';
import type { LinkProps } from '@tanstack/react-router';

export type FigureList =
  | OrderStatus
  | 'orders'
  | 'revenue'
  | 'payments'
  | 'users'
  | 'merchants'
  | 'newUsers'
  | 'newMerchants'
  | 'entries'
  | '24h'
  | '7d'
  | '30d';

interface ListTarget extends Pick<LinkProps, 'to'> {
  readonly search?: object;
  /** Announcements of the list's filters. */
  readonly needs: readonly string[];
  /** Follows the figure in the link's name. */
  readonly noun: string;
  /** URL parameters of the first and last day in UTC. */
  readonly days?: readonly [string, string];
}

const orders = (noun: string, filters: object = {}): ListTarget => ({
  needs: [ORDERS],
  to: '/orders',
  search: { ...filters, testnet: 'hide' },
  noun,
});
const payments = (noun: string): ListTarget => ({
  ...orders(noun, { status: 'paid' }),
  needs: [ORDERS, REVENUE],
  days: ['paidFrom', 'paidTo'],
});
const auditEntries = (search: object): ListTarget => ({
  needs: [AUDIT_FILTERS],
  to: '/audit-logs',
  // The figures count the entries of the platform feed.
  search: { ...search, platformFeed: 'show' },
  noun: 'audit entries',
  days: ['utcFrom', 'utcTo'],
});

const CREATION = ['createdFrom', 'createdTo'] as const;

/** The lists behind the dashboard's figures. */
export const LISTS: Readonly<Record<FigureList, ListTarget>> = {
  orders: orders('orders'),
  revenue: payments('from paid orders'),
  payments: payments('paid orders'),
  paid: orders('paid orders', { status: 'paid' }),
  pending: orders('pending orders', { status: 'pending' }),
  expired: orders('expired orders', { status: 'expired' }),
  cancelled: orders('cancelled orders', { status: 'cancelled' }),
  users: { needs: [USER_STATUS_FILTER], to: '/users', search: { status: 'active' }, noun: 'active users' },
  merchants: { needs: [MERCHANT], to: '/merchants', noun: 'active merchants' },
  newUsers: {
    needs: [USER_STATUS_FILTER, CREATED_DAYS],
    to: '/users',
    search: { status: 'all' },
    noun: 'new users',
    days: CREATION,
  },
  newMerchants: {
    needs: [CREATED_DAYS],
    to: '/merchants',
    search: { deleted: 'show' },
    noun: 'new merchants',
    days: CREATION,
  },
  entries: auditEntries({}),
  '24h': auditEntries({ last: '24h' }),
  '7d': auditEntries({ last: '7d' }),
  '30d': auditEntries({ last: '30d' }),
};
