import { AUDIT_ENTRY, EXCEPTIONS, MERCHANT, ORDERS } from '@halyard/contract/runtime-settings';
import { Link } from '@tanstack/react-router';
import { RELATED_LINK } from '../../shared/ui/related-fact.tsx';
import { useRuntimeSettings } from '../product/use-runtime-settings.ts';
import type { TimelineEventRecord } from './parse-timeline-event.ts';
import type { TimelineOwner } from './timeline-query.ts';

const LINK = `py-0.5 ${RELATED_LINK}`;

interface EventLinksProps {
  readonly event: TimelineEventRecord;
  readonly owner: TimelineOwner['type'];
}

/** Links to the records of an event that the server has screens for. */
export function EventLinks({ event, owner }: EventLinksProps) {
  const { screens = [] } = useRuntimeSettings();
  const { order, entry, transaction, lock, exception, created } = event;
  const walletId = transaction?.walletId ?? lock?.walletId ?? null;
  return (
    <div className="flex flex-wrap gap-x-4 text-sm empty:hidden">
      {order && owner !== 'orders' && screens.includes(ORDERS) ? (
        <Link to="/orders" search={{ order: order.uuid }} className={`max-w-full truncate ${LINK}`}>
          Order <bdi translate="no">{order.merchantOrderId || order.uuid}</bdi>
        </Link>
      ) : null}
      {order && exception && screens.includes(EXCEPTIONS) ? (
        <Link
          to="/orders"
          search={{ tab: 'exceptions', state: 'all', orderUuid: order.uuid }}
          className={LINK}
        >
          Show in Exceptions
        </Link>
      ) : null}
      {created?.uuid && created.type === 'merchant' && owner === 'users' && screens.includes(MERCHANT) ? (
        <Link to="/merchants" search={{ merchant: created.uuid }} className={`max-w-full truncate ${LINK}`}>
          Merchant <bdi translate="no">{created.name || created.uuid}</bdi>
        </Link>
      ) : null}
      {walletId === null ? null : (
        <Link to="/wallets" search={{ wallet: walletId }} className={LINK}>
          Open the wallet
        </Link>
      )}
      {entry && screens.includes(AUDIT_ENTRY) ? (
        <Link to="/audit-logs" search={{ entry: entry.id }} className={LINK}>
          Audit entry
        </Link>
      ) : null}
    </div>
  );
}
