import type { TransactionDirection, TransactionStatus, TransactionType } from '@halyard/contract/wallets';
import type { StatusTone } from '../../../shared/ui/status-badge.tsx';

interface Word<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface StatusWord<Value extends string> extends Word<Value> {
  readonly tone: StatusTone;
}

export const TRANSACTION_TYPE_LABELS: readonly Word<TransactionType>[] = [
  { value: 'payment', label: 'Payment' },
  { value: 'sweep', label: 'Sweep' },
  { value: 'payout', label: 'Payout' },
  { value: 'gas_topup', label: 'Gas top-up' },
  { value: 'refund', label: 'Refund' },
  { value: 'fee', label: 'Fee' },
  { value: 'adjustment', label: 'Adjustment' },
];

export const TRANSACTION_STATUS_LABELS: readonly StatusWord<TransactionStatus>[] = [
  { value: 'pending', label: 'Pending', tone: 'quiet' },
  { value: 'confirming', label: 'Confirming', tone: 'warn' },
  { value: 'confirmed', label: 'Confirmed', tone: 'good' },
  { value: 'failed', label: 'Failed', tone: 'bad' },
  { value: 'dropped', label: 'Dropped', tone: 'quiet' },
];

export const TRANSACTION_DIRECTION_LABELS: readonly Word<TransactionDirection>[] = [
  { value: 'incoming', label: 'Incoming' },
  { value: 'outgoing', label: 'Outgoing' },
  { value: 'internal', label: 'Internal' },
];

/** What a word of an answer is called; one that is not listed is shown as it came. */
export function labelOf(words: readonly Word<string>[], value: string): string {
  return words.find((word) => word.value === value)?.label ?? value;
}

export function toneOf(words: readonly StatusWord<string>[], value: string): StatusTone {
  return words.find((word) => word.value === value)?.tone ?? 'quiet';
}
