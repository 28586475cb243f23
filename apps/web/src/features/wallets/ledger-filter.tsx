import { FilterSelect } from '../../shared/ui/list/filter-select.tsx';
import { LEDGER_LABELS } from './transactions/ledger-labels.ts';
import type { WalletsSearch } from './wallets-search.ts';

interface LedgerFilterProps {
  readonly ledger: WalletsSearch['ledger'];
  readonly onChange: (ledger: WalletsSearch['ledger']) => void;
}

export function LedgerFilter({ ledger, onChange }: LedgerFilterProps) {
  return (
    <FilterSelect
      label="Ledger vs. chain"
      clearName="Ledger"
      allLabel="All results"
      options={LEDGER_LABELS}
      value={ledger}
      onChange={onChange}
    />
  );
}

/** Returns the filter as it is named on paper. */
export function printedLedger(ledger: WalletsSearch['ledger']): Readonly<Record<string, string | undefined>> {
  return { 'Ledger vs. chain': LEDGER_LABELS.find(({ value }) => value === ledger)?.label };
}
