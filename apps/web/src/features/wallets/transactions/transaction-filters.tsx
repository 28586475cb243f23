import { SEARCH_DEBOUNCE_MS, SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { STABLECOINS } from '@halyard/contract/networks';
import { TRANSACTIONS } from '@halyard/contract/runtime-settings';
import { useRuntimeSettings } from '../../../domain/product/use-runtime-settings.ts';
import {
  TRANSACTION_STATUS_LABELS,
  TRANSACTION_TYPE_LABELS,
} from '../../../domain/transaction/transaction-labels.ts';
import { DayFields } from '../../../shared/ui/field/day-fields.tsx';
import { SearchField } from '../../../shared/ui/field/search-field.tsx';
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
  const { screens } = useRuntimeSettings();
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
      {screens?.includes(TRANSACTIONS) ? <SearchAndDays state={state} onChange={change} /> : null}
    </div>
  );
}

interface SearchAndDaysProps {
  readonly state: WalletPanelSearch;
  readonly onChange: (filters: WalletPanelSearch) => void;
}

/** Filters that only a server with the list of all transactions is known to support. */
function SearchAndDays({ state: { txFrom, txTo, txSearch }, onChange }: SearchAndDaysProps) {
  return (
    <>
      <DayFields
        days={{ from: txFrom, to: txTo }}
        onChange={({ from, to }) => onChange({ txFrom: from, txTo: to })}
      />
      <SearchField
        label="Search transactions"
        placeholder="Search by hash or order id..."
        value={txSearch ?? ''}
        maxLength={SEARCH_LENGTH_MAX}
        debounceMs={SEARCH_DEBOUNCE_MS}
        onSearch={(text) => onChange({ txSearch: text || undefined })}
      />
    </>
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
