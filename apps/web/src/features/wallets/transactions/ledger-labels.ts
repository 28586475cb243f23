import type { LedgerVerdict } from '@halyard/contract/wallets';
import type { StatusTone } from '../../../shared/ui/status-badge.tsx';

export const LEDGER_LABELS: Readonly<
  Record<LedgerVerdict, { readonly label: string; readonly tone: StatusTone }>
> = {
  unexplained: { label: 'Mismatch', tone: 'bad' },
  in_flight: { label: 'Pending', tone: 'warn' },
  equal: { label: 'Match', tone: 'good' },
};
