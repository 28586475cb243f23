import { SEARCH_DEBOUNCE_MS, SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { formatUsdValue } from '../../domain/amount/format-usd-value.ts';
import { WrappableNumber } from '../../domain/amount/wrappable-number.tsx';
import { ExportButton } from '../../domain/list-export/export-button.tsx';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { readTime } from '../../shared/format/read-time.ts';
import { SearchField } from '../../shared/ui/field/search-field.tsx';
import { ListBody } from '../../shared/ui/list/list-body.tsx';
import { ListHeader } from '../../shared/ui/list/list-header.tsx';
import { TRANSACTION_COLUMNS } from './transaction-columns.tsx';
import { TransactionFiltersRow } from './transaction-filters.tsx';
import { type TransactionList, transactionParameters, transactionsQuery } from './transactions-queries.ts';
import { isNarrowed, type TransactionFilters, type TransactionsSearch } from './transactions-search.ts';

interface TransactionsPageProps {
  readonly state: TransactionsSearch;
  /** With `replace`, adds no history entry. */
  readonly onChange: (state: TransactionsSearch, options?: { readonly replace: boolean }) => void;
}

export function TransactionsPage({ state, onChange }: TransactionsPageProps) {
  const { page, search, ...filters } = state;
  const transactions = useQuery(transactionsQuery(useApi(), state));
  const filter = (chosen: TransactionFilters) => onChange({ ...state, ...chosen, page: undefined });
  const searchFor = (text: string) => {
    const next = { ...state, page: undefined, search: text || undefined };
    onChange(next, { replace: search !== undefined && text !== '' });
  };

  return (
    <div>
      <ListHeader
        title={SCREEN_HEADINGS['/transactions']}
        total={transactions.data?.totalCount}
        actions={
          <ExportButton
            request={{
              of: 'transactions',
              search: search ?? '',
              ...transactionParameters(filters, readTime(transactions)),
            }}
            total={transactions.data?.totalCount}
            narrowedBy={isNarrowed(state) ? 'matching the search and the filters' : undefined}
          />
        }
      >
        <SearchField
          label="Search transactions"
          placeholder="Search by transaction hash or order id..."
          value={search ?? ''}
          maxLength={SEARCH_LENGTH_MAX}
          debounceMs={SEARCH_DEBOUNCE_MS}
          onSearch={searchFor}
        />
        <TransactionFiltersRow state={state} onFilter={filter} onClear={() => onChange({ search })} />
        <TotalUsd list={transactions.data} />
      </ListHeader>
      <ListBody
        noun="transactions"
        result={transactions}
        columns={TRANSACTION_COLUMNS}
        rowKey={({ id }) => id}
        page={page}
        onPage={(next) => onChange({ ...state, page: next })}
        icon={<ArrowLeftRight />}
        empty={{
          title: 'No transactions yet',
          hint: 'Transactions will appear here once the platform sends them',
        }}
        noMatch={
          isNarrowed(state)
            ? {
                title: 'No transactions found',
                hint: 'No transactions match this search and these filters',
                clearLabel: 'Show all transactions',
                onClear: () => onChange({}),
              }
            : undefined
        }
      />
    </div>
  );
}

/** What moved, and the sum of all if some failed, are on their way, or are of test networks. */
function TotalUsd({ list }: { readonly list: TransactionList | undefined }) {
  return (
    // Keeps its height while the total loads.
    <p className="min-h-6 text-ink-quiet text-base max-md:min-h-11">
      {list === undefined || list.totalUsd === null ? null : (
        <SumsUsd all={list.totalUsd} confirmed={list.confirmedUsd ?? list.totalUsd} />
      )}
    </p>
  );
}

function SumsUsd({ all, confirmed }: { readonly all: string; readonly confirmed: string }) {
  const isPart = confirmed !== all;
  return (
    <>
      <span>{isPart ? 'Confirmed' : 'Total'}</span>{' '}
      <span className="font-semibold text-ink text-lg">
        <Usd value={confirmed} />
      </span>{' '}
      {isPart ? (
        <span key="all" className="max-md:block">
          of <Usd value={all} /> in total
        </span>
      ) : null}{' '}
      <span className={isPart ? 'max-md:sr-only' : 'max-md:block'}>
        {isPart ? '(at the time of each transaction)' : 'at the time of each transaction'}
      </span>
    </>
  );
}

function Usd({ value }: { readonly value: string }) {
  return (
    <span className="tabular-nums" title={`$${value}`}>
      <WrappableNumber text={formatUsdValue(value)} />
    </span>
  );
}
