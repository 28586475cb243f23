import { STABLECOINS } from '@halyard/contract/networks';
import {
  TRANSACTION_STATUS_LABELS,
  TRANSACTION_TYPE_LABELS,
} from '../../../domain/transaction/transaction-labels.ts';
import { FilterSelect } from '../../../shared/ui/list/filter-select.tsx';
import type { WalletPanelSearch } from '../panel/wallet-panel-search.ts';
import type { WalletRecord } from '../panel/wallet-record.ts';

interface TransactionFiltersProps {
  readonly wallet: WalletRecord;
  readonly state: WalletPanelSearch;
  readonly onState: (state: WalletPanelSearch) => void;
}

/** Filters of a wallet's transactions. Each change goes to the first page. */
export function TransactionFilters({ wallet, state, onState }: TransactionFiltersProps) {
  const { txType, txCurrency, txStatus } = state;
  const change = (filters: WalletPanelSearch) => onState({ ...state, ...filters, txPage: undefined });
  return (
    <div className="flex flex-wrap gap-2">
      <FilterSelect
        label="Type"
        allLabel="All types"
        options={TRANSACTION_TYPE_LABELS}
        value={txType}
        onChange={(type) => change({ txType: type })}
      />
      <FilterSelect
        label="Currency"
        allLabel="All currencies"
        options={currenciesOf(wallet, txCurrency).map((symbol) => ({ value: symbol, label: symbol }))}
        value={txCurrency}
        onChange={(currency) => change({ txCurrency: currency })}
      />
      <FilterSelect
        label="Status"
        allLabel="All statuses"
        options={TRANSACTION_STATUS_LABELS}
        value={txStatus}
        onChange={(status) => change({ txStatus: status })}
      />
    </div>
  );
}

function currenciesOf({ portfolio, ledger }: WalletRecord, chosen: string | undefined): readonly string[] {
  const held = [...(portfolio?.native ? [portfolio.native] : []), ...(portfolio?.tokens ?? []), ...ledger];
  const all = [
    ...held.map(({ symbol }) => symbol),
    ...STABLECOINS,
    ...(chosen === undefined ? [] : [chosen]),
  ];
  return [...new Set(all)].filter((symbol) => symbol !== '');
}
