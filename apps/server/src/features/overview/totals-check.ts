import { sql } from 'kysely';
import type { Database } from '../../infra/db/database.ts';
import { allowLongStatements } from '../../infra/db/long-statements.ts';
import { countedListTotals, keptListTotals } from './list-totals.ts';
import { countedWalletTotals, keptWalletTotals } from './wallet-totals.ts';

export interface TotalDifference {
  /** For example `users active` or `orders 2026-01-31 paid mainnet`. */
  readonly total: string;
  /** Decimals as text: counts, or USD. */
  readonly kept: string;
  readonly counted: string;
}

/** Recounts all totals in one snapshot. Reads whole tables, which may take minutes. */
export async function findTotalDifferences(database: Database): Promise<readonly TotalDifference[]> {
  return await database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    const { rows } = await sql<TotalDifference>`
      WITH counted AS (
        SELECT 'users active' AS total, count(*) FILTER (WHERE deleted_at IS NULL AND blocked_at IS NULL) AS value
          FROM users
        UNION ALL SELECT 'users blocked', count(*) FILTER (WHERE deleted_at IS NULL AND blocked_at IS NOT NULL)
          FROM users
        UNION ALL SELECT 'users deleted', count(*) FILTER (WHERE deleted_at IS NOT NULL) FROM users
        UNION ALL SELECT 'merchants active', count(*) FILTER (WHERE deleted_at IS NULL) FROM merchants
        UNION ALL SELECT 'merchants deleted', count(*) FILTER (WHERE deleted_at IS NOT NULL) FROM merchants
        UNION ALL SELECT list || ' ' || state || ' ' || day, records
          FROM (SELECT 'users' AS list, ${liveState} AS state, ${day} AS day, count(*) AS records FROM users GROUP BY 2, 3
            UNION ALL SELECT 'merchants', ${liveState}, ${day}, count(*) FROM merchants GROUP BY 2, 3
            UNION ALL SELECT 'invitations', status, ${day}, count(*) FROM invitations GROUP BY 2, 3
            UNION ALL SELECT 'wallets', type || ' ' || network, ${day}, count(*) FROM wallets GROUP BY 2, 3
            UNION ALL SELECT 'wallet_verdicts', concat_ws(' ', wallets.type, network, verdict), ${day}, count(*)
              FROM wallet_snapshots JOIN wallets ON wallets.id = wallet_id
              WHERE verdict IS NOT NULL GROUP BY 2, 3) AS days
        UNION ALL SELECT 'merchants found by their texts',
            count(*) FILTER (WHERE merchants.search_text = merchant_search_text(merchants.name, users.email))
          FROM merchants LEFT JOIN users ON users.id = merchants.user_id
        UNION ALL SELECT 'merchants of user ' || user_id, count(*) FROM merchants
          WHERE deleted_at IS NULL AND user_id IS NOT NULL GROUP BY user_id
        UNION ALL SELECT figure.total || ${orderGroup}, figure.value
          FROM (SELECT (coalesce(paid_at, created_at) AT TIME ZONE 'UTC')::date AS day, status, testnet,
              count(*) AS orders, sum(service_fee_usd) AS service_fee_usd
            FROM orders GROUP BY 1, 2, 3) AS totals
          CROSS JOIN LATERAL (VALUES ('orders ', orders::numeric), ('fees ', service_fee_usd))
            AS figure (total, value)
        UNION ALL ${countedWalletTotals}
        UNION ALL ${countedListTotals}
      ), kept AS (
        SELECT 'users active' AS total, coalesce(sum(active), 0) AS value FROM user_totals
        UNION ALL SELECT 'users blocked', coalesce(sum(blocked), 0) FROM user_totals
        UNION ALL SELECT 'users deleted', coalesce(sum(deleted), 0) FROM user_totals
        UNION ALL SELECT 'merchants active', coalesce(sum(active), 0) FROM merchant_totals
        UNION ALL SELECT 'merchants deleted', coalesce(sum(deleted), 0) FROM merchant_totals
        UNION ALL SELECT list || ' ' || state || ' ' || day, records FROM list_days
        UNION ALL SELECT 'merchants found by their texts', count(*) FROM merchants
        UNION ALL SELECT 'merchants of user ' || id, merchant_count FROM users WHERE merchant_count <> 0
        UNION ALL SELECT figure.total || ${orderGroup}, figure.value
          FROM (SELECT day, status, testnet, sum(orders) AS orders, sum(service_fee_usd) AS service_fee_usd
            FROM order_totals GROUP BY 1, 2, 3) AS totals
          CROSS JOIN LATERAL (VALUES ('orders ', orders), ('fees ', service_fee_usd)) AS figure (total, value)
        UNION ALL ${keptWalletTotals}
        UNION ALL ${keptListTotals}
      )
      SELECT total, trim_scale(coalesce(kept.value, 0))::text AS kept,
        trim_scale(coalesce(counted.value, 0))::text AS counted
      FROM kept FULL JOIN counted USING (total)
      WHERE coalesce(kept.value, 0) <> coalesce(counted.value, 0)
      ORDER BY total`.execute(transaction);
    return rows;
  });
}

const orderGroup = sql`day || ' ' || status || ' ' || CASE WHEN testnet THEN 'testnet' ELSE 'mainnet' END`;
const day = sql`(created_at AT TIME ZONE 'UTC')::date`;
const liveState = sql`CASE WHEN deleted_at IS NULL THEN 'live' ELSE 'deleted' END`;
