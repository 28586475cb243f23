import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banknote } from 'lucide-react';
import type { ReactNode } from 'react';
import { CurrencyAmount } from '../../domain/amount/currency-amount.tsx';
import { formatUsdValue } from '../../domain/amount/format-usd-value.ts';
import { WrappableNumber } from '../../domain/amount/wrappable-number.tsx';
import { networkName } from '../../domain/network/network.ts';
import { OrderStatusBadge } from '../../domain/order-status/order-status-badge.tsx';
import { DetailsAndTimeline } from '../../domain/timeline/details-and-timeline.tsx';
import { CopyableText } from '../../shared/ui/copyable-text.tsx';
import { Fact, FactList } from '../../shared/ui/fact-list.tsx';
import { SlideOverTitle } from '../../shared/ui/overlay/slide-over-title.tsx';
import { PanelSection } from '../../shared/ui/panel-section.tsx';
import { RecordLoadError } from '../../shared/ui/record-load-error.tsx';
import { RELATED_LINK } from '../../shared/ui/related-fact.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import { OrderExceptions } from './exceptions/order-exceptions.tsx';
import { MerchantLink } from './merchant-link.tsx';
import type { OrderDetailsRecord, OrderRecord, StatusRecord } from './order-record.ts';
import { OrderTransactions } from './order-transactions.tsx';
import { percentOfRate } from './percent-of-rate.ts';

interface OrderPanelProps {
  readonly uuid: string;
  readonly listed: OrderRecord | undefined;
  readonly read: UseQueryResult<OrderDetailsRecord>;
  readonly timeline: string | undefined;
  readonly onTimeline: (timeline: string | undefined) => void;
  readonly onClose: () => void;
}

export function OrderPanel({ uuid, listed, read, timeline, onTimeline, onClose }: OrderPanelProps) {
  const order = read.data ?? listed;
  return (
    <>
      <SlideOverTitle title="Order" onClose={onClose}>
        <p className="min-h-5 truncate text-ink-quiet text-sm">
          <bdi translate="no" title={order?.merchantOrderId}>
            {order?.merchantOrderId}
          </bdi>
        </p>
      </SlideOverTitle>
      <DetailsAndTimeline label="Order" owner={{ type: 'orders', uuid }} shown={timeline} onShow={onTimeline}>
        {order ? <OrderFacts order={order} /> : null}
        {order ? <OrderExceptions orderUuid={order.uuid} kinds={order.exceptions} /> : null}
        {read.data ? (
          <>
            <OrderTransactions transactions={read.data.transactions} />
            <StatusHistory history={read.data.history} />
          </>
        ) : (
          <RestOfOrder read={read} />
        )}
      </DetailsAndTimeline>
    </>
  );
}

function RestOfOrder({ read }: Pick<OrderPanelProps, 'read'>) {
  return read.isError ? (
    <RecordLoadError noun="order" icon={<Banknote />} read={read} />
  ) : (
    <Skeleton className="h-24 w-full" />
  );
}

const LINK = `truncate max-md:-my-1 ${RELATED_LINK}`;

function OrderFacts({ order }: { readonly order: OrderRecord }) {
  const { uuid, merchantOrderId, merchant, user, status, network, testnet, currency } = order;
  return (
    <FactList>
      <Fact name="Status">
        <span className="flex flex-wrap gap-x-3">
          <OrderStatusBadge status={status} />
          {testnet ? <StatusBadge tone="warn">Testnet</StatusBadge> : null}
        </span>
      </Fact>
      <Fact name="Order ID">{merchantOrderId === '' ? null : <CopyableText text={merchantOrderId} />}</Fact>
      <Fact name="UUID">
        <CopyableText text={uuid} monospaced />
      </Fact>
      <Fact name="Merchant">{merchant ? <MerchantLink merchant={merchant} className={LINK} /> : null}</Fact>
      <Fact name="User">
        {user ? (
          <Link to="/users" search={{ user: user.uuid }} className={LINK}>
            <bdi translate="no">{user.email || user.uuid}</bdi>
          </Link>
        ) : null}
      </Fact>
      <Fact name="Network">{networkName(network)}</Fact>
      <Fact name="Amount">
        <CurrencyAmount amount={order.amount} currency={currency} />
      </Fact>
      <Fact name="Received">
        <CurrencyAmount amount={order.receivedAmount} currency={currency} />
      </Fact>
      <Fact name={status === 'paid' ? 'USD at payment' : 'USD value'}>{usd(order.amountUsd)}</Fact>
      <Fact name="Service fee">{fee(order)}</Fact>
      <Fact name="Created At">
        <Timestamp instant={order.createdAt} withTime />
      </Fact>
      <Fact name="Paid At">{order.paidAt ? <Timestamp instant={order.paidAt} withTime /> : null}</Fact>
    </FactList>
  );
}

function usd(value: string | number | null): ReactNode {
  return value === null ? null : (
    <span className="tabular-nums">
      <WrappableNumber text={formatUsdValue(value)} />
    </span>
  );
}

/** The fee as it was fixed on the order. An unpaid order has earned none. */
function fee({ status, serviceFeeRate, serviceFeeUsd }: OrderRecord): ReactNode {
  const rate = serviceFeeRate === null ? undefined : percentOfRate(serviceFeeRate);
  if (status !== 'paid') {
    const when = status === 'pending' ? ' once paid' : ', not charged';
    return rate === undefined ? null : <span className="text-ink-quiet">{`${rate}${when}`}</span>;
  }
  return (
    <span className="flex flex-wrap gap-x-2">
      {usd(serviceFeeUsd)}
      {rate === undefined ? null : <span className="text-ink-quiet">{rate}</span>}
    </span>
  );
}

function StatusHistory({ history }: { readonly history: readonly StatusRecord[] }) {
  return (
    <PanelSection title="History">
      {history.length === 0 ? (
        <p className="text-ink-quiet">No status history available.</p>
      ) : (
        <ol className="grid gap-2">
          {history.map(({ status, at }) => (
            <li key={`${status} ${at}`} className="flex items-center justify-between gap-4">
              <OrderStatusBadge status={status} />
              <span className="text-ink-quiet text-sm">
                <Timestamp instant={at} withTime />
              </span>
            </li>
          ))}
        </ol>
      )}
    </PanelSection>
  );
}
