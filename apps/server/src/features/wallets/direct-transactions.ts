import { uuid } from '@halyard/contract/fields';
import { BoundValues } from '../../infra/db/bound-values.ts';
import { beginsWith } from '../../infra/db/text-beginning.ts';
import { matchOf, NEWEST_FIRST, type StatementText, withTotal } from './transactions-text.ts';
import type { TransactionsQuery } from './wallet-transactions-query.ts';

/** Scans from the newest transaction or search match. Fast for first pages and short histories. */
export function directTransactions(query: TransactionsQuery): StatementText {
  const { limit, offset, from, to, search, after } = query;
  const values = new BoundValues();
  const match = matchOf(query, values);
  const span = [
    ...(from === undefined ? [] : [`created_at >= ${values.bind(from, 'timestamptz')}`]),
    ...(to === undefined ? [] : [`created_at < ${values.bind(to, 'timestamptz')}`]),
  ];
  const source = search === undefined ? 'wallet_transactions' : 'hits';
  const where = [match, ...span].join(' AND ');
  const total =
    search === undefined && span.length === 0
      ? `SELECT coalesce(sum(transactions), 0)::bigint FROM wallet_totals WHERE ${match}`
      : `SELECT count(*) FROM ${source} WHERE ${where}`;
  const rest =
    after === undefined
      ? ''
      : `AND (created_at, id) < (${values.bind(after.createdAt, 'timestamptz')}, ${values.bind(after.id, 'uuid')})`;
  const page = `SELECT * FROM ${source} WHERE ${where} ${rest} ${NEWEST_FIRST}
    LIMIT ${limit} OFFSET ${values.bind(offset, 'bigint')}`;
  const hits =
    search === undefined ? '' : `WITH hits AS MATERIALIZED (${foundBy(query.walletId, search, values)})`;
  return { text: `${hits} ${withTotal(total, page)}`, values: values.bound };
}

function foundBy(walletId: number, search: string, values: BoundValues): string {
  const ofWallet = `SELECT * FROM wallet_transactions WHERE wallet_id = ${values.bind(walletId, 'bigint')}`;
  const ofUuid = uuid.safeParse(search).success ? ` UNION SELECT ${values.bind(search, 'uuid')}` : '';
  return `
    ${ofWallet} AND ${beginsWith('lower(hash)', search, values)}
    UNION
    ${ofWallet} AND order_id IN (
      SELECT id FROM orders WHERE lower(merchant_order_id) = lower(${values.bind(search, 'text')})${ofUuid})`;
}
