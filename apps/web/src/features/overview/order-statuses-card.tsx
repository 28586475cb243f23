import type { OrderStatus } from '@halyard/contract/orders';
import { ORDER_STATUS_LABELS } from '../../domain/order-status/order-status-labels.ts';
import { formatKnownCount, formatShare } from '../../shared/format/format-number.ts';
import { Card } from '../../shared/ui/card.tsx';
import { StackedBar } from '../../shared/ui/chart/stacked-bar.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { StatusDot, type StatusTone } from '../../shared/ui/status-badge.tsx';
import { LinkedFigure, ROW_WITH_LINK } from './figure-links.tsx';
import type { ParsedOverview } from './parse-overview.ts';

const BARS: Readonly<Record<OrderStatus, string>> = {
  paid: 'bg-good',
  pending: 'bg-warn',
  expired: 'bg-bad',
  cancelled: 'bg-ink-faint',
};

const MEANINGS: Readonly<Partial<Record<OrderStatus, string>>> = {
  pending: 'awaiting payment',
  expired: 'payment timeout',
  cancelled: 'user cancelled',
};

interface OrderStatusesCardProps {
  readonly orders: ParsedOverview['orders'] | undefined;
}

export function OrderStatusesCard({ orders }: OrderStatusesCardProps) {
  // Without all counts, the bar cannot show shares.
  const isKnown = ORDER_STATUS_LABELS.every(({ value }) => typeof orders?.[value] === 'number');
  return (
    <Card title="Order statuses" className="col-span-2">
      <div className="mt-3 mb-2">
        <StackedBar
          segments={ORDER_STATUS_LABELS.map(({ value }) => ({
            key: value,
            value: isKnown ? (orders?.[value] ?? 0) : 0,
            className: BARS[value],
            content: <LinkedFigure list={value} figure="" isBar />,
          }))}
        />
      </div>
      <table aria-label="Order statuses" className="w-full text-sm tabular-nums">
        <thead className="sr-only">
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Orders</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {ORDER_STATUS_LABELS.map(({ value, label, tone }) => (
            <StatusRow
              key={value}
              status={value}
              label={label}
              meaning={MEANINGS[value]}
              tone={tone}
              count={orders?.[value]}
              total={orders?.total}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

interface StatusRowProps {
  readonly status: OrderStatus;
  readonly label: string;
  readonly meaning: string | undefined;
  readonly tone: StatusTone;
  readonly count: number | null | undefined;
  readonly total: number | null | undefined;
}

function StatusRow({ status, label, meaning, tone, count, total }: StatusRowProps) {
  return (
    <tr className={`${ROW_WITH_LINK} h-9 border-line not-first:border-t`}>
      <th scope="row" className="text-left font-normal">
        <span className="flex flex-wrap items-center gap-x-2 py-1.5">
          <StatusDot tone={tone} />
          <span>{label}</span>
          {meaning ? <span className="text-ink-quiet text-xs">{meaning}</span> : null}
        </span>
      </th>
      <td translate="no" className="text-right font-medium">
        {count === undefined ? (
          <Skeleton className="ml-auto h-4 w-12" />
        ) : (
          <LinkedFigure list={status} figure={formatKnownCount(count)}>
            <span>{formatKnownCount(count)}</span>
          </LinkedFigure>
        )}
      </td>
      <td translate="no" className="w-16 text-right text-ink-quiet">
        {typeof count === 'number' && typeof total === 'number' ? formatShare(count, total) : null}
      </td>
    </tr>
  );
}
