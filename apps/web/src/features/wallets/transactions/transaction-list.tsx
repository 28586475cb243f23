import { PAGE_SIZE } from '@halyard/contract/constants';
import { NATIVE_SYMBOLS } from '@halyard/contract/networks';
import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowLeftRight, SearchX } from 'lucide-react';
import { networkOf } from '../../../domain/network/network.ts';
import type { ListPage } from '../../../shared/list/list-page.ts';
import { pageCount } from '../../../shared/list/page-number.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { NoSuchPage } from '../../../shared/ui/list/no-such-page.tsx';
import { Pagination } from '../../../shared/ui/list/pagination.tsx';
import { ProgressLine } from '../../../shared/ui/list/progress-line.tsx';
import { SkeletonRows } from '../../../shared/ui/list/skeleton-rows.tsx';
import { useRefetchIndicator } from '../../../shared/ui/list/use-refetch-indicator.ts';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import type { WalletRecord } from '../panel/wallet-record.ts';
import { TransactionItem } from './transaction-item.tsx';
import type { TransactionRecord } from './transaction-record.ts';

interface TransactionListProps {
  readonly wallet: WalletRecord;
  readonly result: UseQueryResult<ListPage<TransactionRecord>>;
  readonly page: number;
  readonly onPage: (page: number) => void;
  /** Whether a filter is active. */
  readonly filtered: boolean;
  readonly onClearFilters: () => void;
}

/** A page of transactions in all its states. */
export function TransactionList(props: TransactionListProps) {
  const { wallet, result, page, onPage, filtered, onClearFilters } = props;
  const refetching = useRefetchIndicator(result);
  // An empty placeholder belongs to the previous filter, so show the skeleton instead.
  const data = result.isPlaceholderData && result.data?.rows.length === 0 ? undefined : result.data;
  if (result.isError && !data) {
    return <LoadError title="Couldn't load transactions" read={result} />;
  }
  if (!data) {
    return (
      <div className="py-3">
        <SkeletonRows count={5} height="h-22" />
      </div>
    );
  }
  if (data.rows.length === 0) {
    return data.totalCount > 0 ? (
      <NoSuchPage
        icon={<ArrowLeftRight />}
        page={page}
        lastPage={pageCount(data.totalCount, PAGE_SIZE)}
        onPage={onPage}
      />
    ) : (
      <NoTransactions filtered={filtered} onClearFilters={onClearFilters} />
    );
  }
  const network = networkOf(wallet.blockchain);
  return (
    <div className="relative">
      <ProgressLine refetching={refetching} />
      <ol
        aria-label="Transactions"
        aria-busy={refetching}
        className="dims-on-refetch"
        data-refetching={refetching || undefined}
      >
        {data.rows.map((transaction) => (
          <TransactionItem
            key={transaction.key}
            transaction={transaction}
            feeSymbol={network === undefined ? '' : NATIVE_SYMBOLS[network]}
            explorerUrl={wallet.transactionExplorerUrl}
          />
        ))}
      </ol>
      <Pagination
        noun="transactions"
        page={page}
        pageSize={PAGE_SIZE}
        total={data.totalCount}
        onPage={onPage}
      />
    </div>
  );
}

type NoTransactionsProps = Pick<TransactionListProps, 'filtered' | 'onClearFilters'>;

function NoTransactions({ filtered, onClearFilters }: NoTransactionsProps) {
  return filtered ? (
    <EmptyState
      icon={<SearchX />}
      title="No transactions found"
      hint="No transactions match these filters"
      action={
        <Button variant="secondary" onClick={onClearFilters}>
          Clear filters
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<ArrowLeftRight />}
      title="No transactions yet"
      hint="Incoming and outgoing transactions will appear here"
    />
  );
}
