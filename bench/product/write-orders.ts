import type { Client } from 'pg';

/** Replaces all orders, and all rows that refer to them, with 60 days of mostly paid orders, with a fee of 1 %. */
export async function writeOrders(client: Client, orders: number): Promise<void> {
  await client.query('BEGIN');
  await client.query('SELECT setseed(0.5)');
  await client.query('TRUNCATE orders CASCADE');
  await client.query(
    `INSERT INTO orders (id, merchant_id, merchant_order_id, status, network, testnet, currency,
        amount, amount_usd, service_fee_rate, created_at, paid_at)
      SELECT gen_random_uuid(), ids[1 + n % cardinality(ids)], 'order-' || n, status, 'ETH', false, 'USDT',
        amount, amount, 0.01, created_at, CASE WHEN status = 'paid' THEN created_at END
      FROM (
        SELECT n, round((5 + 995 * random())::numeric, 2) AS amount, now() - random() * interval '60 days' AS created_at,
          (ARRAY['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'pending', 'expired', 'cancelled'])
            [1 + floor(11 * random())] AS status
        FROM generate_series(1, $1::integer) AS n
      ) AS drawn, (SELECT array_agg(id) AS ids FROM merchants) AS theirs`,
    [orders],
  );
  await client.query('COMMIT');
}
