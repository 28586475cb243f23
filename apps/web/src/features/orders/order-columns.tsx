import { AmountWithUsd } from '../../domain/amount/amount-with-usd.tsx';
import { networkName } from '../../domain/network/network.ts';
import { NetworkIcon } from '../../domain/network/network-icon.tsx';
import { OrderStatusBadge } from '../../domain/order-status/order-status-badge.tsx';
import type { Column } from '../../shared/ui/list/column.ts';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import { ExceptionBadges } from './exceptions/exception-badges.tsx';
import type { OrderRecord } from './order-record.ts';

const SECOND_LINE = 'block truncate text-ink-quiet text-sm @2xl:text-xs @2xl:leading-4';

export const ORDER_COLUMNS: readonly Column<OrderRecord>[] = [
  {
    header: 'Order',
    cell: ({ merchantOrderId, uuid, testnet, exceptions }) => (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 @2xl:py-1">
        <bdi translate="no" className="truncate font-medium" title={merchantOrderId || uuid}>
          {merchantOrderId || uuid}
        </bdi>
        {testnet ? <StatusBadge tone="warn">Testnet</StatusBadge> : null}
        <ExceptionBadges kinds={exceptions} />
      </span>
    ),
    skeletonWidth: 'w-28',
    narrow: 'first-line',
  },
  {
    header: 'Merchant',
    cell: ({ merchant, user }) => (
      <span className="block min-w-0">
        <bdi translate="no" className="block truncate @2xl:leading-4" title={merchant?.name}>
          {merchant?.name || '—'}
        </bdi>
        <bdi translate="no" className={SECOND_LINE} title={user?.email}>
          {user?.email || '—'}
        </bdi>
      </span>
    ),
    skeletonWidth: 'w-40',
    narrow: 'second-line',
  },
  {
    header: 'Network',
    cell: ({ network }) => (
      <span className="flex min-w-0 items-center gap-2.5 overflow-hidden whitespace-nowrap">
        <NetworkIcon blockchain={network} />
        {networkName(network)}
      </span>
    ),
    width: '@2xl:w-34',
    skeletonWidth: 'w-20',
    narrow: 'third-line',
    hides: 'first',
  },
  {
    header: 'Amount',
    cell: ({ amount, amountUsd, currency }) => (
      <AmountWithUsd amount={amount} currency={currency} usd={amountUsd} />
    ),
    skeletonWidth: 'w-24',
    align: 'end',
    narrow: 'first-line-end',
  },
  {
    header: 'Created At',
    cell: ({ createdAt }) => <Timestamp instant={createdAt} withTime />,
    width: '@2xl:w-40',
    skeletonWidth: 'w-28',
    align: 'end',
    narrow: 'second-line-end',
  },
  {
    header: 'Status',
    cell: ({ status }) => <OrderStatusBadge status={status} />,
    width: '@2xl:w-28',
    skeletonWidth: 'w-16',
    narrow: 'third-line-end',
  },
];
