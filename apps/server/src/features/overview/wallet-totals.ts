import { sql } from 'kysely';

const group = sql`wallet_id || ' ' || CASE WHEN testnet THEN 'testnet' ELSE 'mainnet' END
  || concat_ws(' ', '', currency, type, status, direction)`;
const figures = sql`(VALUES ('transactions of wallet ', transactions::numeric), ('amount of wallet ', amount),
  ('fees of wallet ', network_fee)) AS figure (total, value)`;

export const keptWalletTotals = sql`
  SELECT figure.total || type || ' ' || network AS total, figure.value
    FROM wallet_counts
    CROSS JOIN LATERAL (VALUES ('wallets ', wallets), ('wallets locked ', locked)) AS figure (total, value)
  UNION ALL SELECT 'transactions of wallet ' || concat_ws(' ', wallet_id, day, currency, type, status), transactions
    FROM wallet_days
  UNION ALL SELECT 'transactions of wallet '
      || concat_ws(' ', wallet_id, to_char(month, 'YYYY-MM'), currency, type, status), transactions
    FROM wallet_months
  UNION ALL SELECT figure.total || ${group}, figure.value FROM wallet_totals CROSS JOIN LATERAL ${figures}`;

/** Query for the same totals, counted from the rows. */
export const countedWalletTotals = sql`
  SELECT figure.total || type || ' ' || network AS total, figure.value
    FROM (SELECT type, network, count(*) AS wallets, count(locked_at) AS locked FROM wallets GROUP BY 1, 2) AS counts
    CROSS JOIN LATERAL (VALUES ('wallets ', wallets), ('wallets locked ', locked)) AS figure (total, value)
  UNION ALL SELECT 'transactions of wallet '
      || concat_ws(' ', wallet_id, period, currency, transactions.type, status), count(*)
    FROM wallet_transactions AS transactions JOIN wallets ON wallets.id = wallet_id AND wallets.type = 'outbound'
      CROSS JOIN LATERAL (VALUES ('YYYY-MM-DD'), ('YYYY-MM')) AS format (text)
      CROSS JOIN LATERAL to_char(transactions.created_at AT TIME ZONE 'UTC', format.text) AS period
    GROUP BY 1
  UNION ALL SELECT figure.total || ${group}, figure.value
    FROM (SELECT wallet_id, testnet, currency, type, status, direction, count(*) AS transactions,
        sum(amount) AS amount, coalesce(sum(network_fee), 0) AS network_fee
      FROM wallet_transactions GROUP BY 1, 2, 3, 4, 5, 6) AS totals
    CROSS JOIN LATERAL ${figures}`;
