import { Link } from '@tanstack/react-router';
import { ORDER_STATUS_LABELS } from '../../domain/order-status/order-status-labels.ts';
import { formatCount } from '../../shared/format/format-number.ts';
import { PanelSection } from '../../shared/ui/panel-section.tsx';
import { RELATED_LINK } from '../../shared/ui/related-fact.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import type { OrderCounts } from './parse-merchant.ts';

interface MerchantOrdersProps {
  readonly uuid: string;
  readonly orders: OrderCounts;
  /** Whether the server has a list of orders. */
  readonly isLinked: boolean;
}

export function MerchantOrders({ uuid, orders, isLinked }: MerchantOrdersProps) {
  return (
    <PanelSection title={`Orders (${formatCount(orders.total)})`}>
      <ul className="grid">
        {ORDER_STATUS_LABELS.map(({ value, label, tone }) => (
          <li key={value} className="flex min-h-8 items-center justify-between gap-4">
            <StatusBadge tone={tone}>{label}</StatusBadge>
            {isLinked && orders[value] > 0 ? (
              <Link
                to="/orders"
                search={{ merchantUuid: uuid, status: value }}
                aria-label={`${formatCount(orders[value])} orders, ${label}`}
                className={`tabular-nums ${RELATED_LINK}`}
              >
                {formatCount(orders[value])}
              </Link>
            ) : (
              <span translate="no" className="text-ink-quiet tabular-nums">
                {formatCount(orders[value])}
              </span>
            )}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
