import { currencyName } from '@halyard/contract/networks';
import type { FeedOrder } from '@halyard/contract/platform-feed';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import { onlyRow } from '../../infra/db/only-row.ts';
import { toUtc } from './feed-batch.ts';
import { type KeptRow, type Tally, tally } from './feed-tally.ts';
import { updateChanged } from './update-changed.ts';

const UPDATED_COLUMNS = [
  'merchant_id',
  'merchant_order_id',
  'status',
  'network',
  'testnet',
  'currency',
  'amount',
  'amount_usd',
  'service_fee_rate',
  'stated_fee_usd',
  'fee_is_stated',
  'created_at',
  'paid_at',
  'refunded',
  'reported_at',
] as const;

export async function findMerchantCreators(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await transaction
    .selectFrom('merchants')
    .select(['id', 'user_id'])
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, user_id }) => [id, user_id]));
}

export async function findStoredOrders(
  transaction: DatabaseTransaction,
  orders: readonly FeedOrder[],
): Promise<ReadonlyMap<string, StoredOrder>> {
  const rows = await transaction
    .selectFrom('orders')
    .select(['id', 'merchant_id', 'status', 'service_fee_usd'])
    .where('id', '=', sql<string>`ANY (${orders.map(({ uuid }) => uuid)}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface StoredOrder {
  readonly id: string;
  readonly merchant_id: string;
  readonly status: string;
  readonly service_fee_usd: string | null;
}

/** Returns the changed fields of paid orders, by order id. */
export async function findChangesOfPaid(
  transaction: DatabaseTransaction,
  orders: readonly FeedOrder[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ id: string; fields: string[] }>`
    SELECT * FROM (
      SELECT stored.id, array_remove(ARRAY[
        CASE WHEN item.status <> 'paid' THEN 'status' END,
        CASE WHEN item.network <> stored.network THEN 'network' END,
        CASE WHEN item.testnet <> stored.testnet THEN 'testnet' END,
        CASE WHEN item.currency <> asset_name(stored.network, stored.currency) THEN 'currency' END,
        CASE WHEN item.amount <> stored.amount THEN 'amount' END,
        CASE WHEN item.amount_usd <> stored.amount_usd THEN 'amountUsd' END,
        CASE WHEN item.paid_at <> stored.paid_at THEN 'paidAt' END], NULL) AS fields
      FROM ${recordset(orders)} JOIN orders AS stored USING (id)
      WHERE stored.status = 'paid') AS paid
    WHERE fields <> '{}'`.execute(transaction);
  return new Map(rows.map(({ id, fields }) => [id, fields]));
}

/** Returns the ids of orders whose fee, sent now or before, would exceed their USD amount. */
export async function findFeesAboveAmount(
  transaction: DatabaseTransaction,
  orders: readonly FeedOrder[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT item.id FROM ${recordset(orders)} LEFT JOIN orders AS stored USING (id)
    WHERE item.service_fee_rate IS NULL
      AND coalesce(item.stated_fee_usd, stored.stated_fee_usd) > item.amount_usd`.execute(transaction);
  return new Set(rows.map(({ id }) => id));
}

/** Sums the fees of paid orders that changed, before and after. Returns {} if none changed. @param before paid orders */
export async function findChangedFees(
  transaction: DatabaseTransaction,
  before: readonly StoredOrder[],
): Promise<NonNullable<Tally['details']>> {
  const { rows } = await sql<{ orders: number; before: string | null; after: string | null }>`
    SELECT count(*) AS orders, sum(earlier.fee)::text AS before, sum(service_fee_usd)::text AS after
    FROM unnest(${before.map(({ id }) => id)}::uuid[], ${before.map((order) => order.service_fee_usd)}::numeric[])
      AS earlier (id, fee) JOIN orders USING (id)
    WHERE service_fee_usd <> earlier.fee`.execute(transaction);
  const changed = onlyRow(rows);
  if (changed.before === null || changed.after === null) return {};
  const { orders: paidOrdersWithNewFee, before: theirFeesBeforeUsd, after: theirFeesAfterUsd } = changed;
  return { paidOrdersWithNewFee, theirFeesBeforeUsd, theirFeesAfterUsd };
}

/**
 * Every merchant must exist. An order keeps its fee until the platform sends another one; a new order without a fee
 * gets the rate of its merchant's creator.
 */
export async function upsertOrders(
  transaction: DatabaseTransaction,
  orders: readonly FeedOrder[],
): Promise<Tally> {
  const { rows } = await sql<KeptRow>`
    INSERT INTO orders AS stored (id, merchant_id, merchant_order_id, status, network, testnet, currency,
      amount, amount_usd, service_fee_rate, stated_fee_usd, fee_is_stated, created_at, paid_at,
      refunded, reported_at)
    SELECT item.id, item.merchant_id, item.merchant_order_id, item.status, item.network, item.testnet,
      item.currency, item.amount, item.amount_usd,
      CASE WHEN fee.stated IS NULL
        THEN coalesce(item.service_fee_rate, known.service_fee_rate, creator.service_fee_rate, 0.01) END,
      fee.stated,
      item.service_fee_rate IS NOT NULL OR fee.stated IS NOT NULL OR coalesce(known.fee_is_stated, false),
      item.created_at, item.paid_at, item.refunded, item.reported_at
    FROM ${recordset(orders)}
      JOIN merchants AS merchant ON merchant.id = item.merchant_id
      LEFT JOIN users AS creator ON creator.id = merchant.user_id
      LEFT JOIN orders AS known ON known.id = item.id
      CROSS JOIN LATERAL (SELECT CASE WHEN item.service_fee_rate IS NULL
        THEN coalesce(item.stated_fee_usd, known.stated_fee_usd) END AS stated) AS fee
    ORDER BY item.id
    ${updateChanged<'orders'>(UPDATED_COLUMNS)}`.execute(transaction);
  return tally(rows);
}

function recordset(orders: readonly FeedOrder[]) {
  return sql`json_to_recordset(${JSON.stringify(orders.map(toRow))}) AS item(id uuid, merchant_id uuid,
    merchant_order_id text, status text, network text, testnet boolean, currency text, amount numeric,
    amount_usd numeric, service_fee_rate numeric, stated_fee_usd numeric, created_at timestamptz,
    paid_at timestamptz, refunded numeric, reported_at timestamptz)`;
}

function toRow(order: FeedOrder) {
  return {
    id: order.uuid,
    merchant_id: order.merchantUuid,
    merchant_order_id: order.merchantOrderId,
    status: order.status,
    network: order.network,
    testnet: order.testnet,
    currency: currencyName(order.network, order.currency),
    amount: order.amount,
    amount_usd: order.amountUsd,
    service_fee_rate: order.serviceFeeRate ?? null,
    stated_fee_usd: order.serviceFee ?? null,
    created_at: toUtc(order.createdAt),
    paid_at: toUtc(order.paidAt),
    refunded: order.refunded ?? null,
    reported_at: toUtc(order.updatedAt),
  };
}
