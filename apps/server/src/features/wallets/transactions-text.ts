import type { TransactionsQuery } from './transactions-query.ts';

export interface StatementText {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Values under their names in a statement: `$1`, `$2` and so on. As selected values they tell the planner nothing, so
 * that one plan is kept for all; its own way for each value would be found in more time than it takes to go.
 */
export class Values {
  readonly bound: unknown[] = [];

  bind(value: unknown, type: 'bigint' | 'text' | 'timestamptz' | 'uuid'): string {
    this.bound.push(value);
    return `(SELECT $${this.bound.length}::${type})`;
  }
}

export const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

/** A condition on transactions, which the counts kept of them know, too. */
export function matchOf({ walletId, type, currency, status }: TransactionsQuery, values: Values): string {
  const filters = Object.entries({ type, currency, status }).filter(([, value]) => value !== undefined);
  return [
    `wallet_id = ${values.bind(walletId, 'bigint')}`,
    ...filters.map(([column, value]) => `${column} = ${values.bind(value, 'text')}`),
  ].join(' AND ');
}

/**
 * The rows of a page and their total, which stands on every row, and on one without a transaction where the page is
 * empty.
 */
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
