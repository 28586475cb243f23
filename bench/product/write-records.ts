import type { Client } from 'pg';
import { withoutIndexes } from './without-indexes.ts';
import { CHUNK, OUTBOUND, SNAPSHOTS, SUMMARIES, WALLETS } from './write-wallets.ts';

/** Customers pay in parts of this number, so that there are ten transactions for each order. */
const PARTS = 5;

/**
 * Writes three years of orders, most of them for a few of the existing merchants, with the wallets and
 * transactions that pay them. Triggers are off, so the statements at the end write what they keep.
 */
export async function writeRecords(
  client: Client,
  {
    wallets,
    transactions,
    orders,
  }: { readonly wallets: number; readonly transactions: number; readonly orders: number },
): Promise<void> {
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  await client.query('SELECT setseed(0.5)');
  await withoutIndexes(client, 'wallets', () => client.query(WALLETS, [wallets, OUTBOUND]));
  await client.query(NUMBERED_ORDERS, [orders, wallets, OUTBOUND]);
  await withoutIndexes(client, 'orders', () => client.query(ORDERS));
  await withoutIndexes(client, 'order_history', () => client.query(HISTORY));
  await withoutIndexes(client, 'wallet_transactions', async () => {
    for (let first = 1; first <= transactions; first += CHUNK) {
      const last = Math.min(first + CHUNK - 1, transactions);
      await client.query(TRANSACTIONS, [first, last, transactions, orders, OUTBOUND, PARTS]);
    }
  });
  await client.query('ANALYZE wallets, orders, wallet_transactions');
  for (const statement of [...SNAPSHOTS, ...SUMMARIES, ...ORDER_SUMMARIES]) await client.query(statement);
  await client.query('COMMIT');
}

const NUMBERED_ORDERS = `
  CREATE TEMP TABLE numbered ON COMMIT DROP AS
  SELECT n, ('00000000-0000-4000-a000-' || lpad(to_hex(n), 12, '0'))::uuid AS id, ids[place] AS merchant_id,
    wallets.id AS wallet_id, wallets.network,
    CASE WHEN kind < 0.6 THEN 'USDT' WHEN kind < 0.8 THEN 'USDC' ELSE native_symbol(wallets.network) END AS currency,
    CASE WHEN fate < 0.7 THEN 'paid' WHEN fate < 0.85 THEN 'expired' WHEN fate < 0.995 THEN 'cancelled'
      ELSE 'pending' END AS status,
    fate < 0.7 OR fate BETWEEN 0.7 AND 0.705 AS has_payments,
    kind BETWEEN 0.5 AND 0.502 AS testnet, amount,
    now() - ($1 - n + 1) * interval '3 years' / $1 AS created_at
  FROM (SELECT array_agg(id ORDER BY id) AS ids FROM merchants WHERE deleted_at IS NULL) AS all_merchants,
    LATERAL (SELECT n, random() AS fate, random() AS kind, round((5 + 995 * random())::numeric, 2) AS amount,
      1 + floor(cardinality(ids) * random() ^ 3)::integer AS place FROM generate_series(1, $1::integer) AS n) AS drawn
    JOIN wallets ON wallets.id = $3::integer + 1 + n % $2::integer`;

const ORDERS = `
  INSERT INTO orders (id, merchant_id, merchant_order_id, status, network, testnet, currency, amount, amount_usd,
    service_fee_rate, created_at, paid_at)
  SELECT id, merchant_id, 'INV-' || lpad(n::text, 8, '0'), status, network, testnet, currency, amount, amount, 0.01,
    created_at, CASE WHEN status = 'paid' THEN created_at + interval '4 minutes' END
  FROM numbered`;

const HISTORY = `
  INSERT INTO order_history (order_id, merchant_id, status, at)
  SELECT id, merchant_id, known.status, known.at FROM orders,
    LATERAL (VALUES ('pending', created_at), (nullif(status, 'pending'), coalesce(paid_at, created_at + interval '1 hour')))
      AS known (status, at)
  WHERE known.status IS NOT NULL`;

/** Odd numbers are parts of payments, one in 500 of them without its order; even numbers are of outbound wallets. */
const TRANSACTIONS = `
  INSERT INTO wallet_transactions (id, wallet_id, direction, status, type, testnet, hash, currency, amount, amount_usd,
    network_fee, order_id, merchant_id, created_at, network, wallet_type)
  SELECT drawn.id, wallet_id, CASE WHEN is_payment OR fate >= 0.7 THEN 'incoming' ELSE 'outgoing' END,
    CASE WHEN is_payment THEN 'confirmed' WHEN fate > 0.99 THEN 'failed' WHEN fate > 0.988 THEN 'dropped'
      WHEN fate > 0.985 THEN 'pending' ELSE 'confirmed' END,
    CASE WHEN is_payment THEN 'payment' WHEN fate < 0.7 THEN 'payout' WHEN fate < 0.71 THEN 'fee'
      WHEN fate < 0.711 THEN 'adjustment' WHEN fate < 0.8 THEN 'gas_topup' ELSE 'sweep' END,
    testnet, '0x' || encode(sha256(('t' || drawn.n)::bytea), 'hex'), currency, amount, amount, 0.001,
    CASE WHEN is_payment AND fate > 0.002 THEN order_id END, CASE WHEN is_payment AND fate > 0.002 THEN merchant_id END,
    drawn.created_at, wallets.network, wallets.type
  FROM (
    SELECT number.n, ('00000000-0000-4000-8000-' || lpad(to_hex(number.n), 12, '0'))::uuid AS id, fate,
      is_odd AND has_payments AS is_payment,
      CASE WHEN is_odd THEN numbered.wallet_id ELSE 1 + number.n / 2 % $5 END AS wallet_id,
      numbered.testnet, CASE WHEN is_odd THEN currency ELSE 'USDT' END AS currency,
      CASE WHEN is_odd THEN amount / $6 ELSE round((fate * 2000)::numeric, 2) END AS amount,
      numbered.id AS order_id, merchant_id,
      now() - ($3 - number.n + fate) * interval '3 years' / $3 + interval '1 minute' AS created_at
    FROM (SELECT n, random() AS fate, n % 2 = 1 AS is_odd FROM generate_series($1::bigint, $2::bigint) AS n) AS number
      JOIN numbered ON numbered.n = 1 + (number.n - 1) * $4 / $3
  ) AS drawn JOIN wallets ON wallets.id = wallet_id`;

const PAID_DAY = `(paid_at AT TIME ZONE 'UTC')::date`;

/** What triggers and the feed keep about orders: statements in a fixed order. */
const ORDER_SUMMARIES = [
  `INSERT INTO order_totals
    SELECT (coalesce(paid_at, created_at) AT TIME ZONE 'UTC')::date, status, testnet, 0, count(*),
      coalesce(sum(service_fee_usd), 0)
    FROM orders GROUP BY 1, 2, 3`,
  `INSERT INTO order_days
    SELECT (created_at AT TIME ZONE 'UTC')::date, status, network, currency, testnet, count(*)
    FROM orders GROUP BY 1, 2, 3, 4, 5`,
  `INSERT INTO payment_days
    SELECT ${PAID_DAY}, network, currency, testnet, count(*), sum(service_fee_usd)
    FROM orders WHERE status = 'paid' GROUP BY 1, 2, 3, 4`,
  `INSERT INTO merchant_revenue
    SELECT merchant_id, unit, date_trunc(unit, paid_at AT TIME ZONE 'UTC')::date, count(*), sum(service_fee_usd)
    FROM orders, unnest(ARRAY['day', 'month']) AS unit WHERE status = 'paid' AND NOT testnet GROUP BY 1, 2, 3 ORDER BY 3`,
  `INSERT INTO exceptions (kind, subject, order_id, transaction_id, wallet_id, currency, expected, received, amount_usd,
      opened_at, merchant_id)
    SELECT kind, subject, order_id, transaction_id, wallet_id, conditions.currency, expected, received, conditions.amount_usd,
      since, orders.merchant_id
    FROM exception_conditions AS conditions LEFT JOIN orders ON orders.id = order_id`,
];
