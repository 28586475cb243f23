import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { labelOf, toneOf } from '../transaction/transaction-labels.ts';
import { ORDER_STATUS_LABELS } from './order-status-labels.ts';

export function OrderStatusBadge({ status }: { readonly status: string }) {
  return (
    <StatusBadge tone={toneOf(ORDER_STATUS_LABELS, status)}>
      {labelOf(ORDER_STATUS_LABELS, status)}
    </StatusBadge>
  );
}
