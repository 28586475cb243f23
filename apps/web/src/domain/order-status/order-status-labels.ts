import type { OrderStatus } from '@halyard/contract/orders';
import type { StatusTone } from '../../shared/ui/status-badge.tsx';

interface OrderStatusLabel {
  readonly value: OrderStatus;
  readonly label: string;
  readonly tone: StatusTone;
}

export const ORDER_STATUS_LABELS: readonly OrderStatusLabel[] = [
  { value: 'paid', label: 'Paid', tone: 'good' },
  { value: 'pending', label: 'Pending', tone: 'warn' },
  { value: 'expired', label: 'Expired', tone: 'bad' },
  { value: 'cancelled', label: 'Cancelled', tone: 'quiet' },
];
