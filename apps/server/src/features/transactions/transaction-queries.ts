import { PAGE_SIZE } from '@halyard/contract/constants';
import type { Network } from '@halyard/contract/networks';
import type { OrderStatus } from '@halyard/contract/orders';
import type { WalletType } from '@halyard/contract/wallets';
import type { Database } from '../../infra/db/database.ts';
import type { FedTransactionRow } from '../../infra/fed-transaction.ts';
import { type StatementText, transactionListText } from './transaction-list.ts';
import type { TransactionListQuery } from './transaction-list-query.ts';

/** Decimals as text. */
export interface TransactionRow extends FedTransactionRow {
  readonly order_id: string | null;
  readonly merchant_order_id: string | null;
  readonly order_status: OrderStatus | null;
  readonly wallet_id: number;
  readonly wallet_uuid: string;
  readonly network: Network;
  readonly wallet_type: WalletType;
  readonly address: string;
  readonly address_seal: Buffer | null;
}

export interface TransactionsPage {
  readonly rows: readonly TransactionRow[];
  readonly totalCount: number;
  /** Decimal as text. */
  readonly totalUsd: string;
  /** Decimal as text. */
  readonly confirmedUsd: string;
}

type TotalRow = { readonly total: number; readonly total_usd: string; readonly confirmed_usd: string } & (
  | TransactionRow
  | { readonly id: null }
);

export async function readTransactions(
  database: Database,
  query: TransactionListQuery,
): Promise<TransactionsPage> {
  const rows = await readRows(database, query, transactionListText(query));
  return {
    rows: rows.filter((row) => row.id !== null),
    totalCount: rows[0]?.total ?? 0,
    totalUsd: rows[0]?.total_usd ?? '0',
    confirmedUsd: rows[0]?.confirmed_usd ?? '0',
  };
}

/** Keeps plans for pages of the usual size, except those that depend on the values. */
async function readRows(
  database: Database,
  { limit, offset, search, minUsd, maxUsd, ...filters }: TransactionListQuery,
  { text, values }: StatementText,
): Promise<TotalRow[]> {
  if (limit !== PAGE_SIZE || search !== '' || minUsd !== undefined || maxUsd !== undefined) {
    return (await database.query<TotalRow>({ text, values: [...values] })).rows;
  }
  const names = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return await database.prepared<TotalRow>({ name: `transactions-${names.join('-')}`, text, values });
}
