import type { Network } from '@halyard/contract/networks';
import { sql } from 'kysely';
import type { Database, DatabaseReader, DatabaseTransaction } from '../../infra/db/database.ts';

export type SourceName = Network | 'prices';

/** Longer than any round. A crashed worker loses its lease after this time. */
const LEASE_SECONDS = 60;

/** Source leased to this process. Times are text from the database. */
export interface LeasedSource {
  readonly name: SourceName;
  readonly failures: number;
  readonly last_inbound_id: number;
  readonly started_at: string;
  readonly leased_until: string;
}

/** Leases the due sources that no other process holds. */
export async function leaseDueSources(
  database: Database,
  names: readonly SourceName[],
): Promise<LeasedSource[]> {
  return await database.prepared<LeasedSource>({
    name: 'lease-balance-sources',
    text: `WITH due AS MATERIALIZED (
        SELECT name FROM balance_sources
        WHERE name = ANY ($1) AND next_at <= now() AND (leased_until IS NULL OR leased_until <= now())
        FOR UPDATE SKIP LOCKED)
      UPDATE balance_sources SET leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      FROM due WHERE balance_sources.name = due.name
      RETURNING balance_sources.name, failures, last_inbound_id, now()::text AS started_at,
        leased_until::text AS leased_until`,
    values: [names],
  });
}

/** Outcome of a round; `idle` if no wallet was due. */
export interface RoundEnd {
  readonly outcome: 'answered' | 'failed' | 'idle';
  /** Null after success. */
  readonly error: string | null;
  readonly pauseSeconds: number;
  readonly lastInboundId?: number;
  /** Symbols whose price was invalid. Set for the price source only. */
  readonly refused?: readonly string[];
}

/**
 * Locks the row, so call it first in the transaction.
 * @returns false if the lease was lost; the caller must then write nothing
 */
export async function endRound(
  transaction: DatabaseTransaction,
  { name, started_at, leased_until }: LeasedSource,
  { outcome, error, pauseSeconds, lastInboundId, refused }: RoundEnd,
): Promise<boolean> {
  const next = sql<Date>`now() + make_interval(secs => ${pauseSeconds})`;
  const isAsked = sql`EXISTS (SELECT FROM wallet_snapshots JOIN wallets ON id = wallet_id
    WHERE requested_at > ${started_at}::timestamptz AND network = balance_sources.name)`;
  const ended = await transaction
    .updateTable('balance_sources')
    .set({
      leased_until: null,
      next_at: outcome === 'answered' ? sql<Date>`CASE WHEN ${isAsked} THEN now() ELSE ${next} END` : next,
      ...(outcome !== 'idle' && { error }),
      ...(outcome === 'failed' && { failures: sql<number>`failures + 1` }),
      ...(outcome === 'answered' && { failures: 0, succeeded_at: sql<Date>`now()` }),
      ...(lastInboundId !== undefined && { last_inbound_id: lastInboundId }),
      ...(refused !== undefined && { refused: [...refused] }),
    })
    .where('name', '=', name)
    .where('leased_until', '=', sql<Date>`${leased_until}::timestamptz`)
    .returning('name')
    .execute();
  return ended.length === 1;
}

/** Releases a source as if it had not been leased. */
export async function giveBack(database: Database, { name, leased_until }: LeasedSource): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction
      .updateTable('balance_sources')
      .set({ leased_until: null })
      .where('name', '=', name)
      .where('leased_until', '=', sql<Date>`${leased_until}::timestamptz`)
      .execute();
  });
}

/** Skips sources that back off. Locks all rows until commit, so that no round can end before the commit. */
export async function makeDue(transaction: DatabaseTransaction, networks: readonly Network[]): Promise<void> {
  await sql`UPDATE balance_sources SET next_at = now()
    WHERE failures = 0 AND next_at > now() AND name IN (
      SELECT name FROM balance_sources WHERE name = ANY (${networks}) ORDER BY name FOR UPDATE)`.execute(
    transaction,
  );
}

export interface BalanceSourceState {
  readonly name: string;
  /** Time since the last success; null before the first one. */
  readonly ageSeconds: number | null;
  /** Consecutive failures. */
  readonly failures: number;
}

export async function readSourceStates(
  reader: DatabaseReader,
  names: readonly SourceName[],
): Promise<readonly BalanceSourceState[]> {
  return await reader
    .selectFrom('balance_sources')
    .select(['name', 'failures'])
    .select(sql<number | null>`extract(epoch FROM now() - succeeded_at)::float8`.as('ageSeconds'))
    .where('name', 'in', names)
    .execute();
}
