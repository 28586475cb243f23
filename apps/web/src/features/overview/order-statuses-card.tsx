import { ORDER_STATUSES, type OrderStatus } from '@halyard/contract/orders';
import { formatKnownCount, formatShare } from '../../shared/lib/format-number.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { StackedBar } from '../../shared/ui/stacked-bar.tsx';
import { StatusDot, type StatusTone } from '../../shared/ui/status-badge.tsx';
import type { ReadOverview } from './overview-in.ts';

interface Look {
  readonly word: string;
  readonly meaning?: string;
  readonly tone: StatusTone;
  readonly bar: string;
}

const LOOKS: Record<OrderStatus, Look> = {
  paid: { word: 'Paid', tone: 'good', bar: 'bg-good' },
  pending: { word: 'Pending', meaning: 'awaiting payment', tone: 'warn', bar: 'bg-warn' },
  expired: { word: 'Expired', meaning: 'payment timeout', tone: 'bad', bar: 'bg-bad' },
  cancelled: { word: 'Cancelled', meaning: 'user cancelled', tone: 'quiet', bar: 'bg-ink-faint' },
};

interface OrderStatusesCardProps {
  /** Undefined while it loads. */
  readonly orders: ReadOverview['orders'] | undefined;
}

/** How the orders ended, as one bar and as the table that the bar pictures. */
export function OrderStatusesCard({ orders }: OrderStatusesCardProps) {
  // Shares of a whole that is not known are none.
  const isKnown = ORDER_STATUSES.every((status) => typeof orders?.[status] === 'number');
  return (
    <Card title="Order statuses" className="col-span-2">
      <div className="mt-3 mb-2">
        <StackedBar
          segments={ORDER_STATUSES.map((status) => ({
            key: status,
            value: isKnown ? (orders?.[status] ?? 0) : 0,
            className: LOOKS[status].bar,
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
          {ORDER_STATUSES.map((status) => (
            <StatusRow key={status} look={LOOKS[status]} count={orders?.[status]} total={orders?.total} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

interface StatusRowProps {
  readonly look: Look;
  /** Undefined while it loads. */
  readonly count: number | null | undefined;
  readonly total: number | null | undefined;
}

function StatusRow({ look, count, total }: StatusRowProps) {
  return (
    <tr className="[&:not(:last-child)>*]:border-b [&>*]:h-9 [&>*]:border-line">
      <th scope="row" className="text-left font-normal">
        <span className="flex flex-wrap items-center gap-x-2 py-1.5">
          <StatusDot tone={look.tone} />
          {look.word}
          {look.meaning ? <span className="text-ink-quiet text-xs">{look.meaning}</span> : null}
        </span>
      </th>
      <td className="text-right font-medium">
        {count === undefined ? <Skeleton className="ml-auto h-4 w-12" /> : formatKnownCount(count)}
      </td>
      <td className="w-16 text-right text-ink-quiet">
        {typeof count === 'number' && typeof total === 'number' ? formatShare(count, total) : null}
      </td>
    </tr>
  );
}
