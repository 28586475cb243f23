import { sql } from 'kysely';
import type { DatabaseReader, DatabaseTransaction } from './db/database.ts';

interface BatchOfKey {
  readonly serviceKeyId: string;
  /** Kind of its items, such as `wallet_locks`. */
  readonly kind: string;
}

/** Notes a batch with its transaction. Hold the lock of its kind. */
export async function noteAcceptedBatch(
  transaction: DatabaseTransaction,
  { serviceKeyId, kind }: BatchOfKey,
  { items, changed }: { readonly items: number; readonly changed: number },
): Promise<void> {
  await sql`INSERT INTO feed_batches (service_key_id, kind, accepted_at, items, changed)
    VALUES (${serviceKeyId}, ${kind}, now(), ${items}, ${changed})
    ON CONFLICT (service_key_id, kind) DO UPDATE
      SET accepted_at = excluded.accepted_at, items = excluded.items, changed = excluded.changed`.execute(
    transaction,
  );
}

/** Notes a batch whose items were refused. Needs no lock. @param wrong number of items that were wrong */
export async function noteRejectedBatch(
  transaction: DatabaseTransaction,
  { serviceKeyId, kind }: BatchOfKey,
  wrong: number,
): Promise<void> {
  await sql`INSERT INTO feed_batches (service_key_id, kind, rejected_at, rejected_items)
    VALUES (${serviceKeyId}, ${kind}, now(), ${wrong})
    ON CONFLICT (service_key_id, kind) DO UPDATE
      SET rejected_at = excluded.rejected_at, rejected_items = excluded.rejected_items`.execute(transaction);
}

export interface LastBatch {
  readonly at: Date;
  readonly ageSeconds: number;
}

/** Returns the newest accepted batch of all keys; undefined if the platform never sent any. */
export async function readLastBatch(reader: DatabaseReader): Promise<LastBatch | undefined> {
  const { rows } = await sql<LastBatch>`
    SELECT max(accepted_at) AS at, extract(epoch FROM now() - max(accepted_at))::float8 AS "ageSeconds"
    FROM feed_batches HAVING max(accepted_at) IS NOT NULL`.execute(reader);
  return rows[0];
}

/** Whether the newest accepted batch is too old. @param silentMinutes 0 turns it off */
export function isFeedSilent(last: LastBatch | undefined, silentMinutes: number): last is LastBatch {
  return silentMinutes > 0 && last !== undefined && last.ageSeconds > silentMinutes * 60;
}

/** Returns since when no batch was accepted, if the feed is silent. */
export async function readFeedSilence(
  reader: DatabaseReader,
  silentMinutes: number,
): Promise<Date | undefined> {
  if (silentMinutes === 0) return undefined;
  const last = await readLastBatch(reader);
  return isFeedSilent(last, silentMinutes) ? last.at : undefined;
}
