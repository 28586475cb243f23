import type { Client } from 'pg';
import { withoutIndexes } from './without-indexes.ts';

export const OUTBOUND = 40;
export const CHUNK = 2_000_000;

/** Writes three years of inbound wallets and transactions. Triggers are off, so SUMMARIES run at the end. */
export async function writeWallets(
  client: Client,
  { wallets, transactions }: { readonly wallets: number; readonly transactions: number },
): Promise<void> {
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  await client.query('SELECT setseed(0.5)');
  await withoutIndexes(client, 'wallets', () => client.query(WALLETS, [wallets, OUTBOUND]));
  await client.query(ORDERS, [Math.ceil(transactions / 100)]);
  await withoutIndexes(client, 'wallet_transactions', async () => {
    for (let first = 1; first <= transactions; first += CHUNK) {
      await client.query(TRANSACTIONS, [
        first,
        Math.min(first + CHUNK - 1, transactions),
        transactions,
        wallets,
        OUTBOUND,
      ]);
    }
  });
  for (const statement of [...SNAPSHOTS, ...SUMMARIES]) await client.query(statement);
  await client.query('COMMIT');
}

/** Outbound wallets come first. */
export const WALLETS = `
  INSERT INTO wallets (uuid, network, type, address, created_at)
  SELECT gen_random_uuid(), network, CASE WHEN n <= $2 THEN 'outbound' ELSE 'inbound' END,
    CASE network WHEN 'TRON' THEN 'T' || left(translate(encode(digest, 'base64'), '0OIl+/=', '1234567'), 33)
      ELSE '0x' || left(encode(digest, 'hex'), 40) END,
    now() - ($1 + $2 - n + random()) * interval '3 years' / ($1 + $2)
  FROM generate_series(1, $1::integer + $2::integer) AS n,
    LATERAL (SELECT sha256(n::text::bytea) AS digest,
      (ARRAY['TRON', 'TRON', 'ETH', 'POLYGON', 'BSC'])[1 + n % 5] AS network) AS drawn`;

/** SQL for the orders, one per 200 transactions. */
const ORDERS = `
  INSERT INTO orders (id, merchant_id, merchant_order_id, status, network, testnet, currency, amount, amount_usd,
    service_fee_rate, created_at)
  SELECT md5('order' || n)::uuid, md5('merchant')::uuid, 'ORDER-' || n, 'pending', 'TRON', false, 'USDT', 100, 100, 0.01,
    now()
  FROM generate_series(1, $1::integer) AS n`;

const TRANSACTIONS = `
  INSERT INTO wallet_transactions (id, wallet_id, direction, status, type, testnet, hash, currency, amount, amount_usd,
    network_fee, order_id, created_at, network, wallet_type)
  SELECT drawn.*, network, wallets.type FROM (
  SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    CASE WHEN n % 2 = 0 THEN 1 + n / 2 % $5 ELSE 1 + $5 + n / 2 % $4 END AS wallet_id,
    CASE WHEN n % 2 = 1 THEN 'incoming' WHEN fate < 0.7 THEN 'outgoing' ELSE 'incoming' END,
    CASE WHEN fate > 0.99 THEN 'failed' WHEN fate > 0.988 THEN 'dropped' WHEN fate > 0.985 THEN 'pending'
      ELSE 'confirmed' END,
    CASE WHEN n % 2 = 1 THEN 'payment' WHEN fate < 0.7 THEN 'payout' WHEN fate < 0.71 THEN 'refund'
      WHEN fate < 0.711 THEN 'adjustment' WHEN fate < 0.8 THEN 'gas_topup' ELSE 'sweep' END,
    fate BETWEEN 0.5 AND 0.502, '0x' || encode(sha256(('t' || n)::bytea), 'hex'),
    CASE WHEN kind < 0.6 THEN 'USDT' WHEN kind < 0.8 THEN 'USDC' ELSE 'ETH' END,
    round((random() * 1000)::numeric, 6), round((random() * 1000)::numeric, 2), 0.001,
    CASE WHEN n % 200 = 1 THEN md5('order' || 1 + n / 200)::uuid END,
    now() - ($3 - n + random()) * interval '3 years' / $3
  FROM (SELECT n, random() AS fate, random() AS kind FROM generate_series($1::bigint, $2::bigint) AS n) AS numbers
  ) AS drawn JOIN wallets ON wallets.id = wallet_id`;

export const SNAPSHOTS = [
  `INSERT INTO wallet_snapshots (wallet_id, taken_at, block_number, verdict)
    SELECT id, now(), 1, CASE id % 5000 WHEN 77 THEN 'unexplained' ELSE 'equal' END FROM wallets`,
  `INSERT INTO wallet_balances (wallet_id, symbol, balance, ledger_balance, in_flight, verdict)
    SELECT id, symbol, round((random() * 1000)::numeric, 6), 1, 0, 'equal'
    FROM wallets, LATERAL (VALUES (native_symbol(network)), ('USDT'), ('USDC')) AS held (symbol)`,
  `INSERT INTO prices (symbol, usd, as_of)
    SELECT symbol, 1.5, now() + interval '10 years' FROM unnest(ARRAY['ETH', 'POL', 'BNB', 'TRX', 'USDT', 'USDC']) AS symbol`,
];

const LISTED = `(created_at AT TIME ZONE 'UTC')::date`;

/** What triggers keep about wallets and transactions: statements in a fixed order. */
export const SUMMARIES = [
  `INSERT INTO wallet_verdicts SELECT id, type, network, verdict, created_at FROM wallets JOIN wallet_snapshots ON wallet_id = id`,
  `INSERT INTO wallet_counts SELECT type, network, count(*), count(locked_at) FROM wallets GROUP BY 1, 2`,
  `INSERT INTO list_days (list, state, day, records)
    SELECT 'wallets', type || ' ' || network, ${LISTED}, count(*) FROM wallets GROUP BY 2, 3
    UNION ALL SELECT 'wallet_verdicts', concat_ws(' ', type, network, verdict), ${LISTED}, count(*)
      FROM wallet_verdicts GROUP BY 2, 3`,
  `INSERT INTO transaction_days
    SELECT ${LISTED}, direction, type, status, network, currency, wallet_type, testnet, count(*),
      coalesce(sum(amount_usd), 0)
    FROM wallet_transactions GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
  `INSERT INTO transaction_months
    SELECT date_trunc('month', day)::date, direction, type, status, network, currency, wallet_type, testnet,
      sum(transactions), sum(usd)
    FROM transaction_days GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
  `INSERT INTO transaction_usd_steps
    SELECT date_trunc('month', created_at AT TIME ZONE 'UTC')::date, usd_step(amount_usd), direction, type, status, network,
      currency, wallet_type, testnet, count(*), sum(amount_usd)
    FROM wallet_transactions WHERE amount_usd IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
  `INSERT INTO wallet_totals
    SELECT wallet_id, testnet, currency, type, status, direction, count(*), sum(amount), sum(network_fee)
    FROM wallet_transactions GROUP BY 1, 2, 3, 4, 5, 6`,
  `INSERT INTO wallet_days
    SELECT wallet_id, (wallet_transactions.created_at AT TIME ZONE 'UTC')::date, currency, wallet_transactions.type,
      status, count(*)
    FROM wallet_transactions JOIN wallets ON wallets.id = wallet_id AND wallets.type = 'outbound' GROUP BY 1, 2, 3, 4, 5
    ORDER BY 2, 1, 3, 4, 5`,
  `INSERT INTO wallet_months
    SELECT wallet_id, date_trunc('month', day)::date, currency, type, status, sum(transactions)
    FROM wallet_days GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 1, 3, 4, 5`,
];
