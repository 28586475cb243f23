import { sql } from 'kysely';

const orderGroup = sql`concat_ws(' ', day, status, network, currency, CASE WHEN testnet THEN 'testnet' ELSE 'mainnet' END)`;
const transactionGroup = sql`concat_ws(' ', period, direction, type, status, network, currency, wallet_type,
  CASE WHEN testnet THEN 'testnet' ELSE 'mainnet' END)`;
const paymentGroup = sql`concat_ws(' ', day, network, currency, CASE WHEN testnet THEN 'testnet' ELSE 'mainnet' END)`;
const feeFigures = sql`(VALUES (' paid orders ', orders::numeric), (' fees ', service_fee_usd)) AS figure (name, value)`;
const figures = sql`(VALUES ('listed transactions ', transactions::numeric), ('USD of transactions ', usd))
  AS figure (total, value)`;

/** Stored totals of payments, and of the lists of orders and transactions. */
export const keptListTotals = sql`
  SELECT 'listed orders ' || ${orderGroup} AS total, orders AS value FROM order_days
  UNION ALL SELECT figure.total || ${transactionGroup}, figure.value
    FROM (SELECT to_char(day, 'YYYY-MM-DD') AS period, * FROM transaction_days
      UNION ALL SELECT to_char(month, 'YYYY-MM'), * FROM transaction_months
      UNION ALL SELECT to_char(month, 'YYYY-MM') || ' from ' || usd_from, month, direction, type, status, network, currency,
          wallet_type, testnet, transactions, usd FROM transaction_usd_steps) AS totals
    CROSS JOIN LATERAL ${figures}
  UNION ALL SELECT 'all' || figure.name || ${paymentGroup}, figure.value FROM payment_days CROSS JOIN LATERAL ${feeFigures}
  UNION ALL SELECT merchant_id || figure.name || unit || ' ' || begins, figure.value
    FROM merchant_revenue CROSS JOIN LATERAL ${feeFigures}`;

/** Query for the same totals, counted from the rows. */
export const countedListTotals = sql`
  SELECT 'listed orders ' || ${orderGroup} AS total, count(*) AS value
    FROM (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, * FROM orders) AS dated GROUP BY 1
  UNION ALL SELECT figure.total || ${transactionGroup}, figure.value
    FROM (SELECT period, direction, type, status, network, currency, wallet_type, testnet, count(*) AS transactions,
        coalesce(sum(amount_usd), 0) AS usd
      FROM wallet_transactions CROSS JOIN LATERAL (SELECT created_at AT TIME ZONE 'UTC' AS at) AS time
        CROSS JOIN LATERAL (VALUES (to_char(at, 'YYYY-MM-DD')), (to_char(at, 'YYYY-MM')),
          (to_char(at, 'YYYY-MM') || ' from ' || usd_step(amount_usd))) AS periods (period)
      WHERE period IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) AS totals
    CROSS JOIN LATERAL ${figures}
  UNION ALL SELECT 'all' || figure.name || ${paymentGroup}, figure.value
    FROM (SELECT (paid_at AT TIME ZONE 'UTC')::date AS day, network, currency, testnet, count(*) AS orders,
        sum(service_fee_usd) AS service_fee_usd
      FROM orders WHERE status = 'paid' GROUP BY 1, 2, 3, 4) AS totals
    CROSS JOIN LATERAL ${feeFigures}
  UNION ALL SELECT merchant_id || figure.name || unit || ' ' || begins, figure.value
    FROM (SELECT merchant_id, unit, date_trunc(unit, paid_at AT TIME ZONE 'UTC')::date AS begins, count(*) AS orders,
        sum(service_fee_usd) AS service_fee_usd
      FROM orders, unnest(ARRAY['day', 'month']) AS unit WHERE status = 'paid' AND NOT testnet GROUP BY 1, 2, 3) AS totals
    CROSS JOIN LATERAL ${feeFigures}`;
