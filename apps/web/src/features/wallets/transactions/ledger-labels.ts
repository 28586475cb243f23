import type { LedgerVerdict } from '@halyard/contract/wallets';
import type { StatusTone } from '../../../shared/ui/status-badge.tsx';

/** What a verdict of the ledger against the chain is called. */
export const LEDGER_LABELS: Readonly<
  Record<LedgerVerdict, { readonly label: string; readonly tone: StatusTone }>
> = {
  unexplained: { label: 'Mismatch', tone: 'bad' },
  in_flight: { label: 'Pending', tone: 'warn' },
  equal: { label: 'Match', tone: 'good' },
};
