import type { Amount } from '../../../domain/amount/amount.ts';
import { AmountText } from '../../../domain/amount/amount-text.tsx';
import { labelOf, toneOf } from '../../../domain/transaction/transaction-labels.ts';
import { PanelSection } from '../../../shared/ui/panel-section.tsx';
import { StatusBadge } from '../../../shared/ui/status-badge.tsx';
import type { LedgerRow } from '../panel/wallet-record.ts';
import { LEDGER_LABELS } from './ledger-labels.ts';

export function WalletLedger({ rows }: { readonly rows: readonly LedgerRow[] }) {
  return (
    <PanelSection title="Ledger vs. chain">
      <ul className="grid gap-4">
        {rows.map((row) => (
          <li key={row.symbol} className="grid gap-1.5">
            <div className="flex items-center justify-between gap-4">
              <bdi translate="no" className="min-w-0 truncate font-medium text-sm">
                {row.symbol}
              </bdi>
              <StatusBadge tone={toneOf(LEDGER_LABELS, row.verdict)}>
                {labelOf(LEDGER_LABELS, row.verdict)}
              </StatusBadge>
            </div>
            <dl className="grid grid-cols-3 gap-x-4 text-sm">
              <Balance name="Chain" value={row.chainBalance} />
              <Balance name="Ledger" value={row.ledgerBalance} />
              <Balance name="Pending" value={row.inFlight} />
            </dl>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

function Balance({ name, value }: { readonly name: string; readonly value: Amount | null }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-quiet text-xs">{name}</dt>
      <dd>{value === null ? 'No data' : <AmountText value={value} />}</dd>
    </div>
  );
}
