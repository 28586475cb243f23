import { PAGE_SIZE } from '@halyard/contract/constants';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { auditEntryIn } from '../../domain/audit-entry/audit-entry-in.ts';
import { AUDIT_FRESH_MS } from '../../domain/audit-entry/audit-fresh-ms.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { countIn, fieldsOf, withKnown } from '../../shared/lib/answer-fields.ts';
import { READ_FAILURES } from '../../shared/lib/read-failures.ts';
import { isWallet, type ListedWallet } from './listed-wallet.ts';
import { transactionRecord } from './transaction-record.ts';
import type { WalletPanelSearch } from './wallet-panel-search.ts';
import { walletRecord } from './wallet-record.ts';
import { WALLETS_KEY } from './wallets-queries.ts';

/** Of a wallet's audit entries the panel shows so many. */
const WALLET_AUDIT_LIMIT = 50;

interface TransactionsAnswer {
  readonly transactions: readonly unknown[];
  readonly pagination: { readonly totalCount: unknown };
}

interface AuditAnswer {
  readonly logs: readonly unknown[];
  readonly totalCount: unknown;
}

/** @param listed what a list knows of the wallet: some servers say more there */
export function walletQuery(api: ApiClient, walletId: string, listed: ListedWallet | undefined) {
  return queryOptions({
    queryKey: [WALLETS_KEY, 'one', walletId],
    queryFn: ({ signal }) =>
      api.get<unknown>(walletPath(walletId), { signal, ownMessageFor: READ_FAILURES, accepts: isWallet }),
    select: (answer) => withKnown(walletRecord(answer), { answer, known: listed }),
  });
}

/** Whether a query is `walletQuery`'s, of whichever wallet. */
export function isOneWallet(queryKey: readonly unknown[]): boolean {
  const [of, what, walletId, ...more] = queryKey;
  return of === WALLETS_KEY && what === 'one' && walletId !== undefined && more.length === 0;
}

/** One page of a wallet's transactions, and how many there are by the filters given. */
export function transactionsQuery(api: ApiClient, walletId: string, search: WalletPanelSearch) {
  const { txPage: page = 1, txType: type, txCurrency: currency, txStatus: status } = search;
  return queryOptions({
    queryKey: [WALLETS_KEY, 'one', walletId, 'transactions', { page, type, currency, status }],
    queryFn: ({ signal }) =>
      api.get<TransactionsAnswer>(`${walletPath(walletId)}/transactions`, {
        query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, type, currency, status },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: isTransactionsAnswer,
      }),
    select: ({ transactions, pagination }) => ({
      rows: transactions.map(transactionRecord),
      totalCount: countIn(pagination.totalCount) ?? 0,
    }),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load transactions' } },
  });
}

/** The newest audit entries about a wallet. */
export function walletAuditQuery(api: ApiClient, walletId: string) {
  return queryOptions({
    queryKey: [WALLETS_KEY, 'one', walletId, 'audit-logs'],
    queryFn: ({ signal }) =>
      api.get<AuditAnswer>('/audit-logs', {
        query: { resourceType: 'wallet', resourceId: walletId, limit: WALLET_AUDIT_LIMIT, offset: 0 },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: isAuditAnswer,
      }),
    select: ({ logs, totalCount }) => ({
      entries: logs.map(auditEntryIn),
      totalCount: countIn(totalCount) ?? 0,
    }),
    staleTime: AUDIT_FRESH_MS,
  });
}

/** The address of a wallet's calls. */
export function walletPath(walletId: string): string {
  return `/wallets/${encodeURIComponent(walletId)}`;
}

function isTransactionsAnswer(body: unknown): boolean {
  const { transactions, pagination } = fieldsOf(body);
  return Array.isArray(transactions) && countIn(fieldsOf(pagination)['totalCount']) !== null;
}

function isAuditAnswer(body: unknown): boolean {
  const { logs, totalCount } = fieldsOf(body);
  return Array.isArray(logs) && countIn(totalCount) !== null;
}
