import { type RawBuilder, sql } from 'kysely';
import type { AuditEntry } from '../audit/append-audit.ts';
import type { DatabaseTransaction } from '../db/database.ts';
import { type ReopenedException, reopenedByItself } from './exception-audit.ts';

/** Holds these orders until commit, so that their money and their exceptions change together. */
export async function lockOrders(
  transaction: DatabaseTransaction,
  orderIds: readonly string[],
): Promise<void> {
  await sql`SELECT FROM orders WHERE id = ANY (${orderIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    transaction,
  );
}

/**
 * Opens, updates and closes the exceptions of orders and of payments without an order, and notes when to look at the
 * orders again. The caller holds the orders: it locked them or wrote them in an earlier statement.
 * @returns audit entries of reopened exceptions; append them last
 */
export async function deriveExceptions(
  transaction: DatabaseTransaction,
  {
    orderIds,
    transactionIds = [],
  }: { readonly orderIds: readonly string[]; readonly transactionIds?: readonly string[] },
): Promise<readonly AuditEntry[]> {
  const entries = await storeConditions(transaction, {
    current: sql`exception_conditions_of_orders(${orderIds}::uuid[])`,
    stored: sql`order_id = ANY (${orderIds}::uuid[])`,
  });
  if (transactionIds.length > 0) {
    const ofPayments = await storeConditions(transaction, {
      current: sql`exception_conditions_of_payments(${transactionIds}::uuid[])`,
      stored: sql`kind = 'unmatched_money' AND transaction_id = ANY (${transactionIds}::uuid[])`,
    });
    entries.push(...ofPayments);
  }
  await sql`
    INSERT INTO exception_checks AS known (order_id, due_at)
    SELECT * FROM (
      SELECT id, CASE status WHEN 'pending' THEN created_at + stuck_minutes * interval '1 minute'
          WHEN 'paid' THEN paid_at + interval '15 minutes' END AS due_at
      FROM orders CROSS JOIN exception_settings WHERE id = ANY (${orderIds}::uuid[]) AND NOT testnet ORDER BY id
    ) AS next WHERE due_at > now()
    ON CONFLICT (order_id) DO UPDATE SET due_at = excluded.due_at WHERE known.due_at <> excluded.due_at`.execute(
    transaction,
  );
  return entries;
}

/** As above, for the balances of all wallets. While a network has no node, its resolved exceptions stay as they are. */
export async function deriveBalanceExceptions(
  transaction: DatabaseTransaction,
): Promise<readonly AuditEntry[]> {
  return await storeConditions(transaction, {
    current: sql`balance_exception_conditions`,
    stored: sql`kind = 'unexplained_balance' AND (resolved_at IS NULL OR EXISTS (
      SELECT FROM wallets CROSS JOIN exception_settings WHERE wallets.id = wallet_id AND network = ANY (balance_networks)))`,
  });
}

/** The same selection of what the records show now, and of the exceptions that are stored. */
interface Selection {
  /** What follows FROM. */
  readonly current: RawBuilder<unknown>;
  /** A condition. */
  readonly stored: RawBuilder<unknown>;
}

/**
 * Makes the stored exceptions of a selection equal to its current conditions. A closed exception opens again, and
 * so does a resolved one whose amounts changed, because its reason was about others.
 */
async function storeConditions(
  transaction: DatabaseTransaction,
  selection: Selection,
): Promise<AuditEntry[]> {
  const isSame = sql`known.closed_at IS NULL
    AND (known.currency, known.expected, known.received) = (excluded.currency, excluded.expected, excluded.received)`;
  const { rows } = await sql<ReopenedException>`
    WITH current AS MATERIALIZED (SELECT * FROM ${selection.current}),
      ended AS (
        UPDATE exceptions SET closed_at = now()
        WHERE closed_at IS NULL AND ${selection.stored} AND NOT EXISTS (
          SELECT FROM current WHERE (current.kind, current.subject) = (exceptions.kind, exceptions.subject))),
      kept AS (
        INSERT INTO exceptions AS known
          (kind, subject, order_id, transaction_id, wallet_id, currency, expected, received, amount_usd, opened_at)
        SELECT kind, subject, order_id, transaction_id, wallet_id, currency, expected, received, amount_usd, since
        FROM current ORDER BY kind, subject
        ON CONFLICT (kind, subject) DO UPDATE SET
          order_id = excluded.order_id, wallet_id = excluded.wallet_id, currency = excluded.currency,
          expected = excluded.expected, received = excluded.received, amount_usd = excluded.amount_usd,
          opened_at = CASE WHEN known.closed_at IS NULL THEN known.opened_at ELSE excluded.opened_at END,
          closed_at = NULL,
          resolved_at = CASE WHEN ${isSame} THEN known.resolved_at END,
          reason = CASE WHEN ${isSame} THEN known.reason END,
          ended_resolution = CASE WHEN NOT (${isSame}) AND known.reason IS NOT NULL
            THEN jsonb_build_object('state', known.state, 'reason', known.reason) END
        WHERE known.closed_at IS NOT NULL
          OR (known.order_id, known.wallet_id, known.currency, known.expected, known.received, known.amount_usd)
            IS DISTINCT FROM (excluded.order_id, excluded.wallet_id, excluded.currency, excluded.expected,
              excluded.received, excluded.amount_usd)
        RETURNING *)
    SELECT kept.id, kind, order_id, merchant_id, merchants.name AS merchant_name, transaction_id, wallet_id, currency,
      trim_scale(expected)::text AS expected, trim_scale(received)::text AS received,
      trim_scale(amount_usd)::text AS amount_usd, ended_resolution
    FROM kept LEFT JOIN merchants ON merchants.id = merchant_id WHERE ended_resolution IS NOT NULL`.execute(
    transaction,
  );
  return rows.map(reopenedByItself);
}
