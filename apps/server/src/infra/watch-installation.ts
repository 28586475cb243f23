import { readSealAge } from './audit/proof/read-seal-age.ts';
import { readClockOffset } from './clock-offset.ts';
import type { Database } from './db/database.ts';
import { readLastBatch } from './feed-batches.ts';
import type { Metrics } from './metrics.ts';
import { readOutboxState } from './outbox/outbox-store.ts';

/** Adds the gauges that are read from the database at every scrape. */
export function watchInstallation(
  metrics: Pick<Metrics, 'watch' | 'watchByLabel'>,
  { reader, connections }: Pick<Database, 'reader' | 'connections'>,
  now: () => number,
): void {
  const sealAge = sharedByScrape(() => readSealAge(reader));
  const outbox = sharedByScrape(() => readOutboxState(reader));
  metrics.watchByLabel('halyard_database_connections', async () => {
    const { inUse, idle, waiting } = connections();
    return { in_use: inUse, idle, waiting };
  });
  metrics.watchByLabel('halyard_outbox_entries', async () => {
    const { waiting, dead } = await outbox();
    return { waiting, dead };
  });
  metrics.watch('halyard_audit_seal_age_seconds', async () => (await sealAge()).ageSeconds ?? undefined);
  metrics.watch('halyard_audit_entries_waiting', async () => (await sealAge()).waiting);
  metrics.watch(
    'halyard_clock_offset_seconds',
    async () => (await readClockOffset(reader, now)).offsetMs / 1_000,
  );
  metrics.watch('halyard_feed_age_seconds', async () => (await readLastBatch(reader))?.ageSeconds);
  metrics.watch('halyard_outbox_oldest_seconds', async () => (await outbox()).oldestSeconds ?? 0);
}

/** A scrape reads all gauges at once. Gauges that need the same statement share its answer. */
function sharedByScrape<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return async () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return await reading;
  };
}
