import type { ExceptionKind, ExceptionSort, ExceptionState } from '@halyard/contract/exception-kinds';
import type { Network } from '@halyard/contract/networks';
import { CompiledQuery, sql } from 'kysely';
import { BoundValues } from '../../infra/db/bound-values.ts';
import type { DatabaseReader, DatabaseTransaction } from '../../infra/db/database.ts';
import { onlyRow } from '../../infra/db/only-row.ts';
import type { AuditedException } from '../../infra/exceptions/exception-audit.ts';
import {
  type ExceptionFilters,
  type ExceptionOwners,
  exceptionCondition,
  exceptionOwnerCondition,
} from '../../infra/record-search/exception-conditions.ts';
import type { ExceptionAmounts } from './exception-versions.ts';

export interface ExceptionListQuery extends ExceptionFilters {
  readonly limit: number;
  readonly offset: number;
  readonly sort: ExceptionSort;
}

/** Decimals as text. */
export interface ExceptionRow extends ExceptionAmounts {
  readonly id: string;
  readonly kind: ExceptionKind;
  readonly state: ExceptionState;
  readonly opened_at: Date;
  readonly closed_at: Date | null;
  readonly resolved_at: Date | null;
  readonly reason: string | null;
  readonly order_id: string | null;
  readonly merchant_order_id: string | null;
  readonly merchant_id: string | null;
  readonly merchant_name: string | null;
  readonly transaction_id: string | null;
  readonly wallet_id: number | null;
  readonly network: Network | null;
  readonly unconfirmed_payments: number;
  readonly unconfirmed_amount: string | null;
}

const ORDER_BY: Readonly<Record<ExceptionSort, string>> = {
  newest: 'found.opened_at DESC, found.id DESC',
  oldest: 'found.opened_at, found.id',
  amount: 'found.amount_usd DESC NULLS LAST, found.id DESC',
};

export async function readExceptions(
  reader: DatabaseReader,
  query: ExceptionListQuery,
): Promise<readonly ExceptionRow[]> {
  const values = new BoundValues();
  const text = `
    SELECT found.id, found.kind, found.state, found.opened_at, found.closed_at, found.resolved_at, found.reason,
      found.order_id, orders.merchant_order_id, merchants.id AS merchant_id, merchants.name AS merchant_name,
      found.transaction_id, found.wallet_id, found.currency,
      CASE WHEN found.order_id IS NOT NULL AND found.transaction_id IS NULL THEN orders.network
        ELSE wallets.network END AS network,
      trim_scale(found.expected)::text AS expected, trim_scale(found.received)::text AS received,
      trim_scale(found.amount_usd)::text AS amount_usd, unconfirmed.*
    FROM (SELECT * FROM exceptions AS found WHERE ${exceptionCondition(query, values)}
        ORDER BY ${ORDER_BY[query.sort]} LIMIT ${query.limit} OFFSET ${values.bindKnown(query.offset, 'bigint')}) AS found
      LEFT JOIN orders ON orders.id = found.order_id
      LEFT JOIN merchants ON merchants.id = orders.merchant_id
      LEFT JOIN wallets ON wallets.id = found.wallet_id
      CROSS JOIN LATERAL (
        SELECT count(*) AS unconfirmed_payments, trim_scale(sum(fed.amount))::text AS unconfirmed_amount
        FROM wallet_transactions AS fed
        WHERE found.kind = 'stuck_pending' AND found.state <> 'closed' AND fed.order_id = found.order_id
          AND fed.status IN ('pending', 'confirming') AND fed.type = 'payment' AND fed.direction = 'incoming' AND NOT fed.testnet
          AND fed.network = orders.network AND fed.currency = asset_name(orders.network, orders.currency)
      ) AS unconfirmed
    ORDER BY ${ORDER_BY[query.sort]}`;
  return await rowsOf(reader, text, values);
}

export async function countExceptions(reader: DatabaseReader, query: ExceptionListQuery): Promise<number> {
  const values = new BoundValues();
  const text = `SELECT count(*) AS total FROM exceptions WHERE ${exceptionCondition(query, values)}`;
  return onlyRow(await rowsOf<{ total: number }>(reader, text, values)).total;
}

export interface OpenOfKind {
  readonly kind: ExceptionKind;
  readonly exceptions: number;
}

export async function readOpenByKind(
  reader: DatabaseReader,
  owners: ExceptionOwners,
): Promise<readonly OpenOfKind[]> {
  const values = new BoundValues();
  const text = `
    SELECT kind, count(*) AS exceptions FROM exceptions
    WHERE state = 'open' AND ${exceptionOwnerCondition(owners, values)} GROUP BY kind`;
  return await rowsOf(reader, text, values);
}

/**
 * Returns what open exceptions have at stake, in USD. Kinds of one order are about the same money, so an order counts
 * once, with the largest. Its payments of the wrong asset are added up first.
 */
export async function readOpenUsd(reader: DatabaseReader, owners: ExceptionOwners): Promise<string> {
  const values = new BoundValues();
  const text = `
    SELECT coalesce(sum(greatest(largest, wrong_asset)), 0)::text AS usd FROM (
      SELECT max(amount_usd) FILTER (WHERE kind <> 'wrong_asset') AS largest,
        sum(amount_usd) FILTER (WHERE kind = 'wrong_asset') AS wrong_asset
      FROM exceptions WHERE state = 'open' AND ${exceptionOwnerCondition(owners, values)} GROUP BY coalesce(order_id, id)
    ) AS stakes`;
  return onlyRow(await rowsOf<{ usd: string }>(reader, text, values)).usd;
}

async function rowsOf<Row>(
  reader: DatabaseReader,
  text: string,
  values: BoundValues,
): Promise<readonly Row[]> {
  return (await reader.executeQuery<Row>(CompiledQuery.raw(text, values.bound))).rows;
}

export interface LockedException extends AuditedException {
  readonly state: ExceptionState;
  readonly reason: string | null;
}

export async function lockException(
  transaction: DatabaseTransaction,
  id: string,
): Promise<LockedException | undefined> {
  const { rows } = await sql<LockedException>`
    SELECT found.id, kind, state, reason, order_id, merchants.id AS merchant_id, merchants.name AS merchant_name,
      transaction_id, wallet_id, currency, trim_scale(expected)::text AS expected,
      trim_scale(received)::text AS received, trim_scale(amount_usd)::text AS amount_usd
    FROM exceptions AS found LEFT JOIN merchants ON merchants.id = merchant_id
    WHERE found.id = ${id} FOR UPDATE OF found`.execute(transaction);
  return rows[0];
}

/** A reason resolves it; null opens it again. */
export async function storeResolution(
  transaction: DatabaseTransaction,
  id: string,
  reason: string | null,
): Promise<void> {
  await sql`
    UPDATE exceptions SET reason = ${reason}, resolved_at = CASE WHEN ${reason}::text IS NOT NULL THEN now() END
    WHERE id = ${id}`.execute(transaction);
}
