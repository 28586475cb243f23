import type { ExceptionKind, ExceptionState } from '@halyard/contract/exception-kinds';
import type { StatusTone } from '../../shared/ui/status-badge.tsx';

interface KindLabel {
  readonly value: ExceptionKind;
  readonly label: string;
}

export const EXCEPTION_KIND_LABELS: readonly KindLabel[] = [
  { value: 'paid_after_end', label: 'Paid after end' },
  { value: 'underpaid', label: 'Underpaid' },
  { value: 'overpaid', label: 'Overpaid' },
  { value: 'paid_without_money', label: 'Paid without money' },
  { value: 'stuck_pending', label: 'Stuck pending' },
  { value: 'unmatched_money', label: 'Unmatched money' },
  { value: 'wrong_asset', label: 'Wrong asset' },
  { value: 'unexplained_balance', label: 'Unexplained balance' },
];

interface StateLabel {
  readonly value: ExceptionState;
  readonly label: string;
  readonly tone: StatusTone;
}

export const EXCEPTION_STATE_LABELS: readonly StateLabel[] = [
  { value: 'open', label: 'Open', tone: 'warn' },
  { value: 'resolved', label: 'Resolved', tone: 'good' },
  { value: 'closed', label: 'Closed', tone: 'quiet' },
];
