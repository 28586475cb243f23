import { NATIVE_SYMBOLS } from '@halyard/contract/networks';
import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { networkOf } from '../../../domain/network/network.ts';
import type { ListPage } from '../../../shared/list/list-page.ts';
import { ListStates } from '../../../shared/ui/list/list-states.tsx';
import { ProgressLine } from '../../../shared/ui/list/progress-line.tsx';
import { SkeletonRows } from '../../../shared/ui/list/skeleton-rows.tsx';
import type { WalletRecord } from '../panel/wallet-record.ts';
import { TransactionItem } from './transaction-item.tsx';
import type { TransactionRecord } from './transaction-record.ts';

interface TransactionListProps {
  readonly wallet: WalletRecord;
  readonly result: UseQueryResult<ListPage<TransactionRecord>>;
  readonly page: number | undefined;
  readonly onPage: (page: number | undefined) => void;
  readonly filtered: boolean;
  readonly onClearFilters: () => void;
}

export function TransactionList(props: TransactionListProps) {
  const { wallet, result, page, onPage, filtered, onClearFilters } = props;
  return (
    <div className="relative">
      <ListStates
        noun="transactions"
        result={result}
        page={page}
        onPage={onPage}
        icon={<ArrowLeftRight />}
        empty={{
          title: 'No transactions yet',
          hint: 'Incoming and outgoing transactions will appear here',
        }}
        noMatch={
          filtered
            ? {
                title: 'No transactions found',
                hint: 'No transactions match these filters',
                clearLabel: 'Clear filters',
                onClear: onClearFilters,
              }
            : undefined
        }
      >
        {(rows, refetching) =>
          rows ? (
            <Transactions wallet={wallet} transactions={rows} refetching={refetching} />
          ) : (
            <div className="py-3">
              <SkeletonRows count={5} height="h-22" />
            </div>
          )
        }
      </ListStates>
    </div>
  );
}

interface TransactionsProps {
  readonly wallet: WalletRecord;
  readonly transactions: readonly TransactionRecord[];
  readonly refetching: boolean;
}

function Transactions({ wallet, transactions, refetching }: TransactionsProps) {
  const network = networkOf(wallet.blockchain);
  return (
    <>
      <ProgressLine refetching={refetching} />
      <ol
        aria-label="Transactions"
        aria-busy={refetching}
        className="dims-on-refetch"
        data-refetching={refetching || undefined}
      >
        {transactions.map((transaction) => (
          <TransactionItem
            key={transaction.key}
            transaction={transaction}
            feeSymbol={network === undefined ? '' : NATIVE_SYMBOLS[network]}
            explorerUrl={wallet.transactionExplorerUrl}
          />
        ))}
      </ol>
    </>
  );
}
