import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { RecordSlideOver } from '../../shared/ui/overlay/record-slide-over.tsx';
import type { OrderRecord } from './order-record.ts';
import { orderQuery } from './orders-queries.ts';

export const loadOrderPanel = () => import('./order-panel.tsx').then(({ OrderPanel }) => OrderPanel);

interface OrderSlideOverProps {
  readonly id: string;
  readonly uuid: string | undefined;
  /** The order's row in the list, shown until the order has loaded. */
  readonly listed: OrderRecord | undefined;
  readonly timeline: string | undefined;
  readonly onTimeline: (timeline: string | undefined) => void;
  readonly onClose: () => void;
}

export function OrderSlideOver({ id, uuid, onClose, ...rest }: OrderSlideOverProps) {
  const read = useQuery({ ...orderQuery(useApi(), uuid ?? ''), enabled: uuid !== undefined });
  return (
    <RecordSlideOver id={id} label="Order" record={uuid} load={loadOrderPanel} onClose={onClose}>
      {(Panel, shown) => <Panel key={shown} uuid={shown} read={read} onClose={onClose} {...rest} />}
    </RecordSlideOver>
  );
}
