import { STABLECOINS } from '@halyard/contract/networks';
import { choiceFromUrl } from '../../../shared/list/list-search.ts';
import { SelectField } from '../../../shared/ui/field/select-field.tsx';
import type { WalletPanelSearch } from '../panel/wallet-panel-search.ts';
import type { WalletRecord } from '../panel/wallet-record.ts';
import {
  TRANSACTION_STATUS_LABELS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPE_LABELS,
  TRANSACTION_TYPES,
} from './transaction-labels.ts';

interface TransactionFiltersProps {
  readonly wallet: WalletRecord;
  readonly state: WalletPanelSearch;
  readonly onState: (state: WalletPanelSearch) => void;
}

/** The filters of a wallet's transactions. Each change goes to the first page. */
export function TransactionFilters({ wallet, state, onState }: TransactionFiltersProps) {
  const { txType, txCurrency, txStatus } = state;
  const change = (filters: WalletPanelSearch) => onState({ ...state, ...filters, txPage: undefined });
  return (
    <div className="flex flex-wrap gap-2">
      <SelectField
        label="Type"
        value={txType ?? ''}
        options={[{ value: '', label: 'All types' }, ...TRANSACTION_TYPE_LABELS]}
        onChange={(value) => change({ txType: choiceFromUrl(value, TRANSACTION_TYPES) })}
      />
      <SelectField
        label="Currency"
        value={txCurrency ?? ''}
        options={[
          { value: '', label: 'All currencies' },
          ...currenciesOf(wallet, txCurrency).map((currency) => ({ value: currency, label: currency })),
        ]}
        onChange={(value) => change({ txCurrency: value || undefined })}
      />
      <SelectField
        label="Status"
        value={txStatus ?? ''}
        options={[{ value: '', label: 'All statuses' }, ...TRANSACTION_STATUS_LABELS]}
        onChange={(value) => change({ txStatus: choiceFromUrl(value, TRANSACTION_STATUSES) })}
      />
    </div>
  );
}

/** Symbols of the wallet's holdings, the stablecoins and the current choice. */
function currenciesOf({ portfolio, ledger }: WalletRecord, chosen: string | undefined): readonly string[] {
  const held = [...(portfolio?.native ? [portfolio.native] : []), ...(portfolio?.tokens ?? []), ...ledger];
  const all = [
    ...held.map(({ symbol }) => symbol),
    ...STABLECOINS,
    ...(chosen === undefined ? [] : [chosen]),
  ];
  return [...new Set(all)].filter((symbol) => symbol !== '');
}
