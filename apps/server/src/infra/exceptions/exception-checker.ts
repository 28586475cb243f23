import { NETWORKS } from '@halyard/contract/networks';
import { sql } from 'kysely';
import type { Configuration } from '../../config/configuration.ts';
import type { AppendAudit, AuditEntry } from '../audit/append-audit.ts';
import { PAUSE_MS, startBackgroundJob } from '../background-job.ts';
import { balanceOrigin } from '../balances/balance-sources.ts';
import type { Database } from '../db/database.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { deriveBalanceExceptions, deriveExceptions, lockOrders } from './derive-exceptions.ts';

const ORDERS_MAX = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

type ExceptionSettings = Pick<
  Configuration,
  'paymentTolerancePercent' | 'stuckPendingMinutes' | 'chainUrls' | 'isEvaluation'
>;

/** Stores the settings that the conditions use. After a change, the checker looks at all orders. */
export async function keepExceptionSettings(database: Database, settings: ExceptionSettings): Promise<void> {
  const { paymentTolerancePercent, stuckPendingMinutes } = settings;
  const balanceNetworks = NETWORKS.filter((network) => balanceOrigin(settings, network) !== 'none');
  await database.query({
    text: `UPDATE exception_settings AS kept SET tolerance = given.tolerance, stuck_minutes = given.stuck_minutes,
        balance_networks = given.balance_networks, looked_at_up_to = '${BEFORE_ALL}'
      FROM (SELECT $1::numeric / 100 AS tolerance, $2::integer AS stuck_minutes, $3::text[] AS balance_networks) AS given
      WHERE (kept.tolerance, kept.stuck_minutes, kept.balance_networks)
        <> (given.tolerance, given.stuck_minutes, given.balance_networks)`,
    values: [paymentTolerancePercent, stuckPendingMinutes, balanceNetworks],
  });
}

/**
 * Looks at the balances of wallets, and at up to 500 orders whose exceptions change as time passes or with new
 * settings. Returns whether there are more.
 */
export async function checkExceptions(database: Database, appendAudit: AppendAudit): Promise<boolean> {
  const due = await database.transaction(async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      SELECT order_id AS id FROM exception_checks WHERE due_at <= now() ORDER BY due_at LIMIT ${ORDERS_MAX}`.execute(
      transaction,
    );
    const orderIds = rows.map(({ id }) => id);
    const entries: AuditEntry[] = [];
    if (orderIds.length > 0) {
      await lockOrders(transaction, orderIds);
      entries.push(...(await deriveExceptions(transaction, { orderIds })));
      await sql`DELETE FROM exception_checks WHERE order_id = ANY (${orderIds}::uuid[]) AND due_at <= now()`.execute(
        transaction,
      );
    }
    entries.push(...(await deriveBalanceExceptions(transaction)));
    for (const entry of entries) await appendAudit(transaction, entry);
    return orderIds.length;
  });
  return (await lookAtNextOrders(database, appendAudit)) || due === ORDERS_MAX;
}

/** Looks at all orders, which takes about a second for 10,000. */
export async function lookAtAllOrders(database: Database, appendAudit: AppendAudit): Promise<void> {
  await database.query({ text: `UPDATE exception_settings SET looked_at_up_to = '${BEFORE_ALL}'` });
  while (await lookAtNextOrders(database, appendAudit));
}

/** One process at a time walks over all orders. */
async function lookAtNextOrders(database: Database, appendAudit: AppendAudit): Promise<boolean> {
  return await database.transaction(async (transaction) => {
    const { rows: walks } = await sql<{ after: string }>`
      SELECT looked_at_up_to AS after FROM exception_settings
      WHERE looked_at_up_to IS NOT NULL FOR UPDATE SKIP LOCKED`.execute(transaction);
    const [walk] = walks;
    if (walk === undefined) return false;
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM orders WHERE id > ${walk.after} ORDER BY id LIMIT ${ORDERS_MAX}`.execute(transaction);
    const orderIds = rows.map(({ id }) => id);
    await lockOrders(transaction, orderIds);
    const entries = await deriveExceptions(transaction, { orderIds });
    await sql`UPDATE exception_settings SET looked_at_up_to = ${orderIds.at(-1) ?? null}`.execute(
      transaction,
    );
    for (const entry of entries) await appendAudit(transaction, entry);
    return orderIds.length > 0;
  });
}

/** Returns a function that stops it. */
export function startExceptionChecker(
  database: Database,
  appendAudit: AppendAudit,
  log: Pick<DatabaseLog, 'warn'>,
): () => Promise<void> {
  const step = async () => ((await checkExceptions(database, appendAudit)) ? 0 : PAUSE_MS);
  return startBackgroundJob(step, log, 'could not look for exceptions');
}
