import type { OrderStatus } from '@halyard/contract/orders';
import { AUDIT_FILTERS, MERCHANT, ORDERS, USER_STATUS_FILTER } from '@halyard/contract/runtime-settings';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';

export interface LinkedFigureProps {
  /** The list behind the figure. */
  readonly list: OrderStatus | 'orders' | 'users' | 'merchants' | '24h' | '7d' | '30d';
  /** Undefined while loading. */
  readonly figure: string | undefined;
  readonly children: ReactNode;
}

interface FigureList extends Pick<LinkProps, 'to' | 'search'> {
  /** Announcement of the list's filters. */
  readonly needs: string;
  /** Follows the figure in the link's name. */
  readonly noun: string;
}

const orders = (noun: string, filters: object = {}): FigureList => ({
  needs: ORDERS,
  to: '/orders',
  search: { ...filters, testnet: 'hide' },
  noun,
});
const auditEntries = (last: '24h' | '7d' | '30d'): FigureList => ({
  needs: AUDIT_FILTERS,
  to: '/audit-logs',
  search: { last },
  noun: 'audit entries',
});

const LISTS: Readonly<Record<LinkedFigureProps['list'], FigureList>> = {
  orders: orders('orders'),
  paid: orders('paid orders', { status: 'paid' }),
  pending: orders('pending orders', { status: 'pending' }),
  expired: orders('expired orders', { status: 'expired' }),
  cancelled: orders('cancelled orders', { status: 'cancelled' }),
  users: { needs: USER_STATUS_FILTER, to: '/users', search: { status: 'active' }, noun: 'active users' },
  merchants: { needs: MERCHANT, to: '/merchants', noun: 'active merchants' },
  '24h': auditEntries('24h'),
  '7d': auditEntries('7d'),
  '30d': auditEntries('30d'),
};

/** Only the content if the server does not announce the list. */
export function FigureLink({ list, figure, children }: LinkedFigureProps) {
  const { needs, noun, ...target } = LISTS[list];
  const hasList = useRuntimeSettings().screens?.includes(needs) === true;
  return hasList && figure !== undefined ? (
    <Link
      {...target}
      aria-label={`${figure} ${noun}`}
      className="rounded-sm underline-offset-4 hover:text-accent hover:underline has-[p]:block"
    >
      {children}
    </Link>
  ) : (
    children
  );
}
