import { AUDIT_FRESH_MS, WALLET_AUDIT_LIMIT } from '@halyard/contract/constants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { parseAuditEntry } from '../../../domain/audit-entry/parse-audit-entry.ts';
import { withKnown } from '../../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../../shared/api/api-client.ts';
import { instantsOf } from '../../../shared/format/calendar-day.ts';
import { readPage, rowsOfPage } from '../../../shared/list/read-page.ts';
import { isWallet, type ListedWallet } from '../listed-wallet.ts';
import { parseTransaction } from '../transactions/transaction-record.ts';
import { WALLETS_KEY } from '../wallets-key.ts';
import type { WalletPanelSearch } from './wallet-panel-search.ts';
import { parseWalletRecord } from './wallet-record.ts';

/** @param listed the wallet's row in the list, where some servers send more fields */
export function walletQuery(api: ApiClient, walletId: string, listed: ListedWallet | undefined) {
  return queryOptions({
    queryKey: [WALLETS_KEY, 'one', walletId],
    queryFn: ({ signal }) =>
      api.get('/wallets/:id', {
        params: { id: walletId },
        signal,
        failureText: 'Failed to load the wallet',
        accepts: isWallet,
      }),
    select: (answer) => withKnown(parseWalletRecord(answer), { answer, known: listed }),
  });
}

export function isWalletQuery(queryKey: readonly unknown[]): boolean {
  const [of, what, walletId, ...more] = queryKey;
  return of === WALLETS_KEY && what === 'one' && walletId !== undefined && more.length === 0;
}

export function transactionsQuery(api: ApiClient, walletId: string, search: WalletPanelSearch) {
  const { txPage: page = 1, txType: type, txCurrency: currency, txStatus: status } = search;
  const filters = {
    type,
    currency,
    status,
    search: search.txSearch,
    ...instantsOf({ from: search.txFrom, to: search.txTo }),
  };
  return queryOptions({
    queryKey: [WALLETS_KEY, 'one', walletId, 'transactions', { page, ...filters }],
    queryFn: ({ signal }) =>
      readPage(
        (options) =>
          api.get('/wallets/:id/transactions', {
            params: { id: walletId },
            query: { ...rowsOfPage(page), ...filters },
            signal,
            ...options,
          }),
        { name: 'transactions', rowIn: parseTransaction },
      ),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load transactions' } },
  });
}

export function walletAuditQuery(api: ApiClient, walletId: string) {
  return queryOptions({
    queryKey: [WALLETS_KEY, 'one', walletId, 'audit-logs'],
    queryFn: ({ signal }) =>
      readPage(
        (options) =>
          api.get('/audit-logs', {
            query: { resourceType: 'wallet', resourceId: walletId, limit: WALLET_AUDIT_LIMIT, offset: 0 },
            signal,
            ...options,
          }),
        { name: 'logs', rowIn: parseAuditEntry, failureText: 'Failed to load audit logs' },
      ),
    staleTime: AUDIT_FRESH_MS,
  });
}
