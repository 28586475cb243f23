import type { LedgerVerdict } from '@halyard/contract/wallets';
import { choiceFromUrl } from '../../../shared/list/list-search.ts';
import { SelectField } from '../../../shared/ui/field/select-field.tsx';
import { LEDGER_VERDICTS } from '../wallets-search.ts';
import { LEDGER_LABELS } from './ledger-labels.ts';

const OPTIONS = [
  { value: '', label: 'All results' },
  ...LEDGER_VERDICTS.map((verdict) => ({ value: verdict, label: LEDGER_LABELS[verdict].label })),
];

interface LedgerFilterProps {
  readonly ledger: LedgerVerdict | undefined;
  /** Receives undefined for no filter. */
  readonly onChange: (ledger: LedgerVerdict | undefined) => void;
}

/** Filters wallets by the comparison of ledger and chain. */
export function LedgerFilter({ ledger, onChange }: LedgerFilterProps) {
  return (
    <SelectField
      label="Ledger vs. chain"
      value={ledger ?? ''}
      options={OPTIONS}
      onChange={(value) => onChange(choiceFromUrl(value, LEDGER_VERDICTS))}
    />
  );
}
