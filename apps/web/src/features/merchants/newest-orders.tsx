import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CurrencyAmount } from '../../domain/amount/currency-amount.tsx';
import { OrderStatusBadge } from '../../domain/order-status/order-status-badge.tsx';
import { useApi } from '../../domain/session/use-api.ts';
import { SkeletonRows } from '../../shared/ui/list/skeleton-rows.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { PanelSection } from '../../shared/ui/panel-section.tsx';
import { RELATED_LINK } from '../../shared/ui/related-fact.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import { type NewestOrder, newestOrdersQuery } from './newest-orders-query.ts';

export function NewestOrders({ merchantUuid }: { readonly merchantUuid: string }) {
  const read = useQuery(newestOrdersQuery(useApi(), merchantUuid));
  const all =
    read.data && read.data.length > 0 ? (
      <Link to="/orders" search={{ merchantUuid }} className={`text-sm ${RELATED_LINK}`}>
        All orders
      </Link>
    ) : null;
  return (
    <PanelSection title="Newest orders" aside={all}>
      {read.isError && !read.data ? (
        <LoadError title="Couldn't load the orders" read={read} />
      ) : (
        <OrderItems orders={read.data} />
      )}
    </PanelSection>
  );
}

function OrderItems({ orders }: { readonly orders: readonly NewestOrder[] | undefined }) {
  if (orders === undefined) {
    return <SkeletonRows count={3} height="h-10" />;
  }
  return orders.length === 0 ? (
    <p className="text-ink-quiet">No orders yet</p>
  ) : (
    <ol className="grid">
      {orders.map((order) => (
        <OrderItem key={order.uuid} order={order} />
      ))}
    </ol>
  );
}

function OrderItem({ order }: { readonly order: NewestOrder }) {
  const { uuid, merchantOrderId, status, amount, currency, createdAt } = order;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-line py-2 not-first:border-t">
      <Link to="/orders" search={{ order: uuid }} className={`w-fit max-w-full truncate ${RELATED_LINK}`}>
        <bdi translate="no">{merchantOrderId || uuid}</bdi>
      </Link>
      <span className="min-w-0 text-right">
        <CurrencyAmount amount={amount} currency={currency} />
      </span>
      <OrderStatusBadge status={status} />
      <span className="text-right text-ink-quiet text-sm">
        <Timestamp instant={createdAt} />
      </span>
    </li>
  );
}
