import type { BoundValues } from '../../infra/db/bound-values.ts';
import type { TransactionsQuery } from './wallet-transactions-query.ts';

export interface StatementText {
  readonly text: string;
  readonly values: readonly unknown[];
}

export const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

/** Builds a condition that fits both the transactions and their stored counts. */
export function matchOf(
  { walletId, type, currency, status }: TransactionsQuery,
  values: BoundValues,
): string {
  const filters = Object.entries({ type, currency, status }).filter(([, value]) => value !== undefined);
  return [
    `wallet_id = ${values.bind(walletId, 'bigint')}`,
    ...filters.map(([column, value]) => `${column} = ${values.bind(value, 'text')}`),
  ].join(' AND ');
}

/** Adds the total to every row. An empty page has one row with only the total. */
export function withTotal(total: string, page: string): string {
  return `
    SELECT total, found.*
    FROM (SELECT (${total}) AS total) AS totals
      LEFT JOIN (
        SELECT listed.id, listed.direction, listed.status, listed.hash, listed.currency, listed.type, listed.testnet,
          listed.created_at, trim_scale(listed.amount)::text AS amount,
          trim_scale(listed.amount_usd)::text AS amount_usd, trim_scale(listed.network_fee)::text AS network_fee,
          orders.merchant_order_id, orders.status AS order_status
        FROM (${page}) AS listed LEFT JOIN orders ON orders.id = listed.order_id
      ) AS found ON true
    ${NEWEST_FIRST}`;
}
