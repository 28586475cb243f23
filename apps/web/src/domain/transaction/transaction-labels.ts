import type { TransactionDirection, TransactionStatus, TransactionType } from '@halyard/contract/wallets';
import type { StatusTone } from '../../shared/ui/status-badge.tsx';

interface Label<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface StatusLabel<Value extends string> extends Label<Value> {
  readonly tone: StatusTone;
}

export const TRANSACTION_TYPE_LABELS: readonly Label<TransactionType>[] = [
  { value: 'payment', label: 'Payment' },
  { value: 'sweep', label: 'Sweep' },
  { value: 'payout', label: 'Payout' },
  { value: 'gas_topup', label: 'Gas top-up' },
  { value: 'refund', label: 'Refund' },
  { value: 'fee', label: 'Fee' },
  { value: 'adjustment', label: 'Adjustment' },
];

export const TRANSACTION_STATUS_LABELS: readonly StatusLabel<TransactionStatus>[] = [
  { value: 'pending', label: 'Pending', tone: 'quiet' },
  { value: 'confirming', label: 'Confirming', tone: 'warn' },
  { value: 'confirmed', label: 'Confirmed', tone: 'good' },
  { value: 'failed', label: 'Failed', tone: 'bad' },
  { value: 'dropped', label: 'Dropped', tone: 'quiet' },
];

export const TRANSACTION_DIRECTION_LABELS: readonly Label<TransactionDirection>[] = [
  { value: 'incoming', label: 'Incoming' },
  { value: 'outgoing', label: 'Outgoing' },
  { value: 'internal', label: 'Internal' },
];

/** Returns a label. An unknown value is its own label. */
export function labelOf(labels: readonly Label<string>[], value: string): string {
  return labels.find((label) => label.value === value)?.label ?? value;
}

export function toneOf(labels: readonly StatusLabel<string>[], value: string): StatusTone {
  return labels.find((label) => label.value === value)?.tone ?? 'quiet';
}
