import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApi } from '../../../domain/session/use-api.ts';
import { FoundCount } from '../../../shared/ui/list/found-count.tsx';
import { NO_WALLET_PANEL, type WalletPanelSearch } from '../panel/wallet-panel-search.ts';
import { transactionsQuery } from '../panel/wallet-queries.ts';
import type { WalletRecord } from '../panel/wallet-record.ts';
import { TransactionFilters } from './transaction-filters.tsx';
import { TransactionList } from './transaction-list.tsx';

interface WalletTransactionsProps {
  readonly walletId: string;
  readonly wallet: WalletRecord;
  readonly state: WalletPanelSearch;
  readonly onState: (state: WalletPanelSearch) => void;
}

export function WalletTransactions({ walletId, wallet, state, onState }: WalletTransactionsProps) {
  const root = useRef<HTMLDivElement>(null);
  const result = useQuery(transactionsQuery(useApi(), walletId, state));
  const { txPage, txType, txCurrency, txStatus, txFrom, txTo, txSearch, entry } = state;
  const filters = [txType, txCurrency, txStatus, txFrom, txTo, txSearch];

  function goTo(page: number | undefined) {
    onState({ ...state, txPage: page });
    root.current?.closest('[role="tabpanel"]')?.scrollTo(0, 0);
  }

  return (
    <div ref={root} className="grid gap-2">
      <TransactionFilters wallet={wallet} state={state} onState={onState} />
      <FoundCount count={result.data?.totalCount} noun="transaction" />
      <TransactionList
        wallet={wallet}
        result={result}
        page={txPage}
        onPage={goTo}
        filtered={filters.some((filter) => filter !== undefined)}
        onClearFilters={() => onState({ ...state, ...NO_WALLET_PANEL, entry })}
      />
    </div>
  );
}
