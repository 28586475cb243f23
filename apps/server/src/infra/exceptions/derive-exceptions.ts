import { type RawBuilder, sql } from 'kysely';
import type { DatabaseTransaction } from '../db/database.ts';

/** A row of the view `exception_conditions`: what the records show now. Decimals and times as text. */
interface Condition {
  readonly kind: string;
  readonly subject: string;
}

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
 */
export async function deriveExceptions(
  transaction: DatabaseTransaction,
  {
    orderIds,
    transactionIds = [],
  }: { readonly orderIds: readonly string[]; readonly transactionIds?: readonly string[] },
): Promise<void> {
  const ofOrders = sql`order_id = ANY (${orderIds}::uuid[])`;
  const unmatched = sql`kind = 'unmatched_money' AND transaction_id = ANY (${transactionIds}::uuid[])`;
  await storeConditions(transaction, ofOrders);
  if (transactionIds.length > 0) await storeConditions(transaction, unmatched);
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
}

/** As above, for the balances of all wallets. */
export async function deriveBalanceExceptions(transaction: DatabaseTransaction): Promise<void> {
  await storeConditions(transaction, sql`kind = 'unexplained_balance'`);
}

/** Makes the stored exceptions of a selection equal to its conditions. @param selection fits both tables */
async function storeConditions(
  transaction: DatabaseTransaction,
  selection: RawBuilder<unknown>,
): Promise<void> {
  const { rows: conditions } = await sql<Condition>`
    SELECT kind, subject, order_id, transaction_id, wallet_id, currency, expected::text, received::text,
      amount_usd::text, since::text
    FROM exception_conditions WHERE ${selection} ORDER BY kind, subject`.execute(transaction);
  const { rows: stored } = await sql<Condition & { readonly id: string }>`
    SELECT id, kind, subject FROM exceptions WHERE closed_at IS NULL AND ${selection} ORDER BY id`.execute(
    transaction,
  );
  const keyOf = ({ kind, subject }: Condition) => `${kind} ${subject}`;
  const current = new Set(conditions.map(keyOf));
  const ended = stored.flatMap((exception) => (current.has(keyOf(exception)) ? [] : [exception.id]));
  if (conditions.length > 0) await keepOpen(transaction, conditions);
  if (ended.length > 0) {
    await sql`UPDATE exceptions SET closed_at = now() WHERE id = ANY (${ended}::uuid[])`.execute(transaction);
  }
}

/** A closed exception opens again. So does a resolved one whose amounts changed: its reason was about others. */
async function keepOpen(transaction: DatabaseTransaction, conditions: readonly Condition[]): Promise<void> {
  const isSame = sql`known.closed_at IS NULL
    AND (known.currency, known.expected, known.received) = (excluded.currency, excluded.expected, excluded.received)`;
  await sql`
    INSERT INTO exceptions AS known
      (kind, subject, order_id, transaction_id, wallet_id, currency, expected, received, amount_usd, opened_at)
    SELECT kind, subject, order_id, transaction_id, wallet_id, currency, expected, received, amount_usd, since
    FROM json_to_recordset(${JSON.stringify(conditions)}) AS condition(kind text, subject text, order_id uuid,
      transaction_id uuid, wallet_id bigint, currency text, expected numeric, received numeric, amount_usd numeric,
      since timestamptz)
    ON CONFLICT (kind, subject) DO UPDATE SET
      order_id = excluded.order_id, wallet_id = excluded.wallet_id, currency = excluded.currency,
      expected = excluded.expected, received = excluded.received, amount_usd = excluded.amount_usd,
      opened_at = CASE WHEN known.closed_at IS NULL THEN known.opened_at ELSE excluded.opened_at END,
      closed_at = NULL,
      resolved_at = CASE WHEN ${isSame} THEN known.resolved_at END,
      reason = CASE WHEN ${isSame} THEN known.reason END
    WHERE known.closed_at IS NOT NULL
      OR (known.order_id, known.wallet_id, known.currency, known.expected, known.received, known.amount_usd)
        IS DISTINCT FROM (excluded.order_id, excluded.wallet_id, excluded.currency, excluded.expected,
          excluded.received, excluded.amount_usd)`.execute(transaction);
}
