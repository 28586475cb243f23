import { PAGE_SIZE } from '@halyard/contract/constants';
import { uuid } from '@halyard/contract/fields';
import type { OrderStatus } from '@halyard/contract/orders';
import type { WalletType } from '@halyard/contract/wallets';
import { sql } from 'kysely';
import type { Database, DatabaseReader } from '../../infra/db/database.ts';
import type { FedTransactionRow } from '../../infra/fed-transaction.ts';
import { directTransactions } from './direct-transactions.ts';
import { walkedTransactions } from './walked-transactions.ts';
import type { TransactionPlace, TransactionsQuery } from './wallet-transactions-query.ts';

/** Decimals as text. */
export interface TransactionRow extends FedTransactionRow {
  readonly merchant_order_id: string | null;
  readonly order_status: OrderStatus | null;
}

export interface TransactionsPage {
  readonly rows: readonly TransactionRow[];
  readonly totalCount: number;
  readonly hasMore: boolean;
}

type TotalRow = { readonly total: number } & (TransactionRow | { readonly id: null });

/** Lists transactions, newest first. Reads one extra row to detect more. Keeps plans for pages of the usual size. */
export async function readTransactions(
  database: Database,
  walletType: WalletType,
  query: TransactionsQuery,
): Promise<TransactionsPage> {
  const isWalked = walletType === 'outbound' && query.search === undefined && !isNewestPage(query);
  const more = { ...query, limit: query.limit + 1 };
  const { text, values } = isWalked ? walkedTransactions(more) : directTransactions(more);
  const name = `${isWalked ? 'walked' : 'direct'}-transactions-${shapeOf(query)}`;
  const rows =
    query.limit === PAGE_SIZE
      ? await database.prepared<TotalRow>({ name, text, values })
      : (await database.query<TotalRow>({ text, values: [...values] })).rows;
  const found = rows.filter((row) => row.id !== null);
  return {
    rows: found.slice(0, query.limit),
    totalCount: rows[0]?.total ?? 0,
    hasMore: found.length > query.limit,
  };
}

/** Returns undefined if the wallet has no such transaction. */
export async function readTransactionPlace(
  reader: DatabaseReader,
  walletId: number,
  id: string,
): Promise<TransactionPlace | undefined> {
  const { rows } = await sql<TransactionPlace>`
    SELECT id, created_at::text AS "createdAt" FROM wallet_transactions
    WHERE id = ${id} AND wallet_id = ${walletId}`.execute(reader);
  return rows[0];
}

function isNewestPage({ offset, type, currency, status, from, to, after }: TransactionsQuery): boolean {
  return offset === 0 && [type, currency, status, from, to, after].every((filter) => filter === undefined);
}

/** Names a statement by the filters that change its text. */
function shapeOf({ type, currency, status, from, to, after, search }: TransactionsQuery): string {
  const ofOrder = uuid.safeParse(search).success || undefined;
  return Object.entries({ type, currency, status, from, to, after, search, ofOrder })
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .join('-');
}
