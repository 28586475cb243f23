import type { LedgerVerdict } from '@halyard/contract/wallets';
import type { StatusLabel } from '../../../domain/transaction/transaction-labels.ts';

export const LEDGER_LABELS: readonly StatusLabel<LedgerVerdict>[] = [
  { value: 'unexplained', label: 'Mismatch', tone: 'bad' },
  { value: 'in_flight', label: 'Pending', tone: 'warn' },
  { value: 'equal', label: 'Match', tone: 'good' },
];

export const LEDGER_VERDICTS = LEDGER_LABELS.map(({ value }) => value);
