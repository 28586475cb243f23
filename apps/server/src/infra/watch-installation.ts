import { readSealAge } from './audit/proof/read-seal-age.ts';
import { readClockOffset } from './clock-offset.ts';
import type { Database } from './db/database.ts';
import { readLastBatch } from './feed-batches.ts';
import type { Metrics } from './metrics.ts';
import { readOutboxState } from './outbox/outbox-store.ts';

/** Adds the gauges that are read from the database at every scrape. */
export function watchInstallation(
  metrics: Pick<Metrics, 'watch' | 'watchConnections' | 'watchOutbox'>,
  { reader, connections }: Pick<Database, 'reader' | 'connections'>,
  now: () => number,
): void {
  metrics.watchConnections(connections);
  metrics.watchOutbox(async () => {
    const { waiting, dead } = await readOutboxState(reader);
    return { waiting, dead };
  });
  metrics.watch(
    'halyard_audit_seal_age_seconds',
    async () => (await readSealAge(reader)).ageSeconds ?? undefined,
  );
  metrics.watch('halyard_audit_entries_waiting', async () => (await readSealAge(reader)).waiting);
  metrics.watch(
    'halyard_clock_offset_seconds',
    async () => (await readClockOffset(reader, now)).offsetMs / 1_000,
  );
  metrics.watch('halyard_feed_age_seconds', async () => (await readLastBatch(reader))?.ageSeconds);
  metrics.watch(
    'halyard_outbox_oldest_seconds',
    async () => (await readOutboxState(reader)).oldestSeconds ?? 0,
  );
}
