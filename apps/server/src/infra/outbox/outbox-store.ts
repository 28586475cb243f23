import { sql } from 'kysely';
import type { Database, DatabaseReader, DatabaseTransaction } from '../db/database.ts';
import { onlyRow } from '../db/only-row.ts';

/** Term of a lease, which slow work renews. After a crash, another worker takes over when it ends. */
export const LEASE_SECONDS = 60;

export interface LeasedEntry {
  readonly id: string;
  readonly kind: string;
  readonly queue: string;
  readonly payload: Buffer;
  readonly created_at: Date;
  /** Includes this attempt; also identifies the lease. */
  readonly attempts: number;
  readonly expired: boolean;
}

/** Leases up to `count` due entries, the oldest of each queue. Skips those in `held` even if their lease expired. */
export async function leaseDueEntries(
  database: Database,
  options: {
    readonly kinds: readonly string[];
    readonly count: number;
    readonly held: readonly string[];
    readonly leaseSeconds: number;
  },
): Promise<LeasedEntry[]> {
  return await database.prepared<LeasedEntry>({
    name: 'lease-outbox',
    text: `WITH due AS MATERIALIZED (
        SELECT id FROM outbox AS entry
        WHERE state = 'waiting' AND due_at <= now() AND (leased_until IS NULL OR leased_until <= now())
          AND kind = ANY ($1) AND id <> ALL ($3::uuid[])
          AND NOT EXISTS (
            SELECT FROM outbox AS older
            WHERE older.queue = entry.queue AND older.state = 'waiting' AND older.position < entry.position)
        ORDER BY due_at, position LIMIT $2
        FOR UPDATE SKIP LOCKED)
      UPDATE outbox SET attempts = attempts + 1, leased_until = now() + make_interval(secs => $4)
      FROM due WHERE outbox.id = due.id
      RETURNING outbox.id, kind, queue, payload, created_at, attempts,
        coalesce(expires_at <= now(), false) AS expired`,
    values: [options.kinds, options.count, options.held, options.leaseSeconds],
  });
}

export async function renewLease(
  database: Database,
  { id, attempts }: LeasedEntry,
  leaseSeconds: number,
): Promise<void> {
  await database.transaction((transaction) =>
    transaction
      .updateTable('outbox')
      .set({ leased_until: sql`now() + make_interval(secs => ${leaseSeconds})` })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('attempts', '=', attempts)
      .execute(),
  );
}

/** Locks an entry until the end of the transaction. Returns false if the lease was lost. */
export async function lockLeasedEntry(
  transaction: DatabaseTransaction,
  { id, attempts }: LeasedEntry,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a waiting entry as finished and deletes its payload. */
export async function finishEntry(
  transaction: DatabaseTransaction,
  { id }: LeasedEntry,
  state: 'done' | 'dead' | 'expired',
  reason: string | null,
): Promise<void> {
  await transaction
    .updateTable('outbox')
    .set({ state, finished_at: sql`now()`, payload: null, leased_until: null, last_error: reason })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Releases a leased entry for a retry after the pause, or at its expiry if that is earlier. */
export async function postponeEntry(
  transaction: DatabaseTransaction,
  { id, attempts }: LeasedEntry,
  pauseSeconds: number,
  reason: string,
): Promise<void> {
  await transaction
    .updateTable('outbox')
    .set({
      due_at: sql`least(now() + make_interval(secs => ${pauseSeconds}), expires_at)`,
      leased_until: null,
      last_error: reason,
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .execute();
}

export interface OutboxState {
  readonly waiting: number;
  /** When the oldest waiting entry was written; null if none waits. */
  readonly oldestAt: Date | null;
  readonly oldestSeconds: number | null;
  /** Given up in the last 30 days. */
  readonly dead: number;
  /** Given up in the last 24 hours. */
  readonly deadToday: number;
}

export async function readOutboxState(reader: DatabaseReader): Promise<OutboxState> {
  const { rows } = await sql<OutboxState>`
    SELECT waiting, "oldestAt", extract(epoch FROM now() - "oldestAt")::float8 AS "oldestSeconds", dead, "deadToday"
    FROM (SELECT count(*) AS waiting, min(created_at) AS "oldestAt" FROM outbox WHERE state = 'waiting') AS open,
      (SELECT count(*) AS dead, count(*) FILTER (WHERE finished_at > now() - interval '1 day') AS "deadToday"
        FROM outbox WHERE state = 'dead') AS given_up`.execute(reader);
  return onlyRow(rows);
}

/** Deletes entries that were finished more than 30 days ago. */
export async function deleteFinishedEntries(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction
      .deleteFrom('outbox')
      .where('state', '<>', 'waiting')
      .where('finished_at', '<', sql<Date>`now() - interval '30 days'`)
      .execute();
  });
}
