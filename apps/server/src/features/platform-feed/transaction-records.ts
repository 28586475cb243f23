import { currencyName, type Network } from '@halyard/contract/networks';
import type { FeedWalletTransaction } from '@halyard/contract/platform-feed-wallets';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import { toUtc } from './feed-batch.ts';
import { type KeptRow, type Tally, tally } from './feed-tally.ts';
import { updateChanged } from './update-changed.ts';

const UPDATED_COLUMNS = [
  'wallet_id',
  'direction',
  'status',
  'type',
  'testnet',
  'hash',
  'currency',
  'amount',
  'amount_usd',
  'network_fee',
  'order_id',
  'counterparty',
  'refund_of',
  'created_at',
  'reported_at',
] as const;

type WalletNetworks = ReadonlyMap<string, Network>;

export async function findNamed(
  transaction: DatabaseTransaction,
  transactions: readonly FeedWalletTransaction[],
): Promise<{ readonly wallets: WalletNetworks; readonly orders: ReadonlySet<string> }> {
  const { rows: wallets } = await sql<{ uuid: string; network: Network }>`
    SELECT uuid, network FROM wallets
    WHERE uuid = ANY (${transactions.map(({ walletUuid }) => walletUuid)}::uuid[])`.execute(transaction);
  const { rows: orders } = await sql<{ id: string }>`
    SELECT id FROM orders
    WHERE id = ANY (${transactions.flatMap(({ orderUuid }) => orderUuid ?? [])}::uuid[])`.execute(
    transaction,
  );
  return {
    wallets: new Map(wallets.map(({ uuid, network }) => [uuid, network])),
    orders: new Set(orders.map(({ id }) => id)),
  };
}

export function withCurrencyNames(
  transactions: readonly FeedWalletTransaction[],
  wallets: WalletNetworks,
): FeedWalletTransaction[] {
  return transactions.map((transaction) => {
    const network = wallets.get(transaction.walletUuid);
    if (network === undefined) return transaction;
    return { ...transaction, currency: currencyName(network, transaction.currency) };
  });
}

/** Adds the order of the refunded payment to refunds that name none. */
export async function withRefundedOrders(
  transaction: DatabaseTransaction,
  transactions: readonly FeedWalletTransaction[],
): Promise<FeedWalletTransaction[]> {
  const payments = transactions.flatMap(({ orderUuid, refundOf }) =>
    orderUuid == null && refundOf != null ? [refundOf] : [],
  );
  if (payments.length === 0) return [...transactions];
  const { rows } = await sql<{ id: string; order_id: string | null }>`
    SELECT id, order_id FROM wallet_transactions
    WHERE id = ANY (${payments}::uuid[]) AND type = 'payment'`.execute(transaction);
  const sent = transactions
    .filter(({ type }) => type === 'payment')
    .map(({ uuid, orderUuid }) => [uuid, orderUuid] as const);
  const orderOf = new Map([...rows.map(({ id, order_id }) => [id, order_id] as const), ...sent]);
  return transactions.map((each) =>
    each.orderUuid == null && each.refundOf != null
      ? { ...each, orderUuid: orderOf.get(each.refundOf) }
      : each,
  );
}

/** Returns the stored orders of payments that these transactions update or refund, by payment. */
export async function findEarlierOrders(
  transaction: DatabaseTransaction,
  transactions: readonly FeedWalletTransaction[],
): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{ id: string; order_id: string | null }>`
    SELECT id, order_id FROM wallet_transactions
    WHERE id = ANY (${transactions.flatMap(({ uuid, refundOf }) => [uuid, refundOf])}::uuid[])
      AND type = 'payment'`.execute(transaction);
  return new Map(rows.map(({ id, order_id }) => [id, order_id]));
}

/** Gives refunds outside the batch that have no order, or their payment's earlier one, the payment's order. */
export async function moveRefunds(
  transaction: DatabaseTransaction,
  batch: readonly FeedWalletTransaction[],
  earlierOrders: ReadonlyMap<string, string | null>,
): Promise<void> {
  const payments = batch
    .map(({ uuid, type, orderUuid }) => ({
      uuid,
      earlierOrder: earlierOrders.get(uuid) ?? null,
      order: type === 'payment' && orderUuid != null ? orderUuid : null,
    }))
    .filter(({ earlierOrder, order }) => order !== earlierOrder);
  if (payments.length === 0) return;
  const ids = payments.map(({ uuid }) => uuid);
  await sql`
    UPDATE wallet_transactions AS refund SET order_id = payment.order_id
    FROM unnest(${ids}::uuid[], ${payments.map(({ earlierOrder }) => earlierOrder)}::uuid[],
      ${payments.map(({ order }) => order)}::uuid[]) AS payment (id, earlier_order, order_id)
    WHERE refund.refund_of = ANY (${ids}::uuid[]) AND refund.refund_of = payment.id
      AND (refund.order_id IS NULL OR refund.order_id = payment.earlier_order)
      AND refund.id <> ALL (${batch.map(({ uuid }) => uuid)}::uuid[])`.execute(transaction);
}

/**
 * Returns the changed fields, other than the status, by uuid. An order and a refunded payment may be named later. A
 * refund with its payment's order may follow the payment or name another one.
 */
export async function findChangesOfConfirmed(
  transaction: DatabaseTransaction,
  transactions: readonly FeedWalletTransaction[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows: confirmed } = await sql<{ id: string }>`
    SELECT id FROM wallet_transactions
    WHERE id = ANY (${transactions.map(({ uuid }) => uuid)}::uuid[]) AND status = 'confirmed'`.execute(
    transaction,
  );
  const isConfirmed = new Set(confirmed.map(({ id }) => id));
  const sent = transactions.filter(({ uuid }) => isConfirmed.has(uuid));
  const { rows } = await sql<{ id: string; fields: string[] }>`
    SELECT * FROM (
      SELECT stored.id, array_remove(ARRAY[
        CASE WHEN item.wallet_uuid <> wallet.uuid THEN 'walletUuid' END,
        CASE WHEN item.direction <> stored.direction THEN 'direction' END,
        CASE WHEN item.type <> stored.type THEN 'type' END,
        CASE WHEN item.testnet <> stored.testnet THEN 'testnet' END,
        CASE WHEN item.hash IS DISTINCT FROM stored.hash THEN 'hash' END,
        CASE WHEN item.currency <> stored.currency THEN 'currency' END,
        CASE WHEN item.amount <> stored.amount THEN 'amount' END,
        CASE WHEN item.amount_usd IS DISTINCT FROM stored.amount_usd THEN 'amountUsd' END,
        CASE WHEN item.network_fee IS DISTINCT FROM stored.network_fee THEN 'networkFee' END,
        CASE WHEN item.order_id IS DISTINCT FROM stored.order_id AND stored.order_id IS NOT NULL
          AND stored.order_id IS DISTINCT FROM
            (SELECT order_id FROM wallet_transactions AS payment WHERE payment.id = stored.refund_of)
          THEN 'orderUuid' END,
        CASE WHEN item.refund_of IS DISTINCT FROM stored.refund_of AND stored.refund_of IS NOT NULL
          THEN 'refundOf' END,
        CASE WHEN item.created_at <> stored.created_at THEN 'createdAt' END], NULL) AS fields
      FROM ${recordset(sent)}
        JOIN wallet_transactions AS stored USING (id)
        JOIN wallets AS wallet ON wallet.id = stored.wallet_id) AS confirmed
    WHERE fields <> '{}'`.execute(transaction);
  return new Map(rows.map(({ id, fields }) => [id, fields]));
}

/** All wallets and orders must exist. */
export async function upsertTransactions(
  transaction: DatabaseTransaction,
  transactions: readonly FeedWalletTransaction[],
): Promise<Tally> {
  const { rows } = await sql<KeptRow>`
    INSERT INTO wallet_transactions AS stored (id, wallet_id, direction, status, type, testnet, hash, currency,
      amount, amount_usd, network_fee, order_id, counterparty, refund_of, created_at, reported_at)
    SELECT item.id, wallets.id, item.direction, item.status, item.type, item.testnet, item.hash, item.currency,
      item.amount, item.amount_usd, item.network_fee, item.order_id, item.counterparty, item.refund_of, item.created_at,
      item.reported_at
    FROM ${recordset(transactions)} JOIN wallets ON wallets.uuid = item.wallet_uuid
    ORDER BY item.id
    ${updateChanged<'wallet_transactions'>(UPDATED_COLUMNS)}`.execute(transaction);
  return tally(rows);
}

function recordset(transactions: readonly FeedWalletTransaction[]) {
  return sql`json_to_recordset(${JSON.stringify(transactions.map(toRow))}) AS item(id uuid, wallet_uuid uuid,
    direction text, status text, type text, testnet boolean, hash text, currency text, amount numeric,
    amount_usd numeric, network_fee numeric, order_id uuid, counterparty text,
    refund_of uuid, created_at timestamptz, reported_at timestamptz)`;
}

function toRow(transaction: FeedWalletTransaction) {
  return {
    id: transaction.uuid,
    wallet_uuid: transaction.walletUuid,
    direction: transaction.direction,
    status: transaction.status,
    type: transaction.type,
    testnet: transaction.testnet,
    hash: transaction.hash ?? null,
    currency: transaction.currency,
    amount: transaction.amount,
    amount_usd: transaction.amountUsd ?? null,
    network_fee: transaction.networkFee ?? null,
    order_id: transaction.orderUuid ?? null,
    counterparty: transaction.counterparty ?? null,
    refund_of: transaction.refundOf ?? null,
    created_at: toUtc(transaction.createdAt),
    reported_at: toUtc(transaction.updatedAt),
  };
}
