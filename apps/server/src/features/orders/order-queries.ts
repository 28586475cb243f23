import { PAGE_SIZE } from '@halyard/contract/constants';
import type { ExceptionKind } from '@halyard/contract/exception-kinds';
import type { Network } from '@halyard/contract/networks';
import type { OrderStatus } from '@halyard/contract/orders';
import { sql } from 'kysely';
import type { Database, DatabaseReader } from '../../infra/db/database.ts';
import { walletIdColumn } from '../../infra/db/wallet-id-column.ts';
import type { FedTransactionRow } from '../../infra/fed-transaction.ts';
import { orderJoins } from '../../infra/order-joins.ts';
import { ORDER_COLUMNS, type OrderListQuery, orderListText } from './order-list.ts';

/** Decimals as text. */
export interface OrderRow {
  readonly id: string;
  readonly merchant_order_id: string;
  readonly status: OrderStatus;
  readonly network: Network;
  readonly testnet: boolean;
  readonly currency: string;
  readonly amount: string;
  readonly amount_usd: string;
  readonly received_amount: string;
  readonly service_fee_rate: string | null;
  readonly service_fee_usd: string;
  readonly created_at: Date;
  readonly paid_at: Date | null;
  readonly merchant_id: string;
  readonly merchant_name: string;
  readonly user_id: string | null;
  readonly user_email: string | null;
  readonly exceptions: readonly ExceptionKind[];
}

export interface OrdersPage {
  readonly rows: readonly OrderRow[];
  readonly totalCount: number;
}

type TotalRow = { readonly total: number } & (OrderRow | { readonly id: null });

/** Keeps plans for pages of the usual size. */
export async function readOrders(database: Database, query: OrderListQuery): Promise<OrdersPage> {
  const { text, values } = orderListText(query);
  const rows =
    query.limit === PAGE_SIZE && query.search === ''
      ? await database.prepared<TotalRow>({ name: `orders-${shapeOf(query)}`, text, values })
      : (await database.query<TotalRow>({ text, values: [...values] })).rows;
  return { rows: rows.filter((row) => row.id !== null), totalCount: rows[0]?.total ?? 0 };
}

/** Names a statement by the filters that change its text. */
function shapeOf({ limit, offset, search, walletId, ...filters }: OrderListQuery): string {
  const names = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (walletId !== undefined) names.push(`wallet-${walletIdColumn(walletId)}`);
  return names.join('-');
}

export async function readOrder(reader: DatabaseReader, id: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    SELECT ${sql.raw(ORDER_COLUMNS)} FROM orders ${sql.raw(orderJoins('orders'))} WHERE orders.id = ${id}`.execute(
    reader,
  );
  return rows[0];
}

export interface OrderTransactionRow extends FedTransactionRow {
  readonly counterparty: string | null;
  readonly wallet_id: number;
  readonly network: Network;
}

const TRANSACTIONS_MAX = 100;

/** Newest first. */
export async function readTransactionsOfOrder(
  reader: DatabaseReader,
  orderId: string,
): Promise<readonly OrderTransactionRow[]> {
  const { rows } = await sql<OrderTransactionRow>`
    SELECT money.id, direction, status, hash, trim_scale(amount)::text AS amount, currency,
      trim_scale(amount_usd)::text AS amount_usd, money.type, trim_scale(network_fee)::text AS network_fee, testnet,
      counterparty, money.created_at, wallet_id, wallets.network
    FROM wallet_transactions AS money JOIN wallets ON wallets.id = wallet_id
    WHERE order_id = ${orderId} ORDER BY money.created_at DESC, money.id DESC LIMIT ${TRANSACTIONS_MAX}`.execute(
    reader,
  );
  return rows;
}

export interface StatusChange {
  readonly status: OrderStatus;
  readonly at: Date;
}

/** Oldest first. */
export async function readHistoryOfOrder(
  reader: DatabaseReader,
  orderId: string,
): Promise<readonly StatusChange[]> {
  const { rows } = await sql<StatusChange>`
    SELECT status, at FROM order_history WHERE order_id = ${orderId} ORDER BY id`.execute(reader);
  return rows;
}
