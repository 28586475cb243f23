import type { MasterKeys } from '../crypto/master-keys.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import type { Metrics } from '../metrics.ts';
import { createRowMemory, type RowMemory } from './row-memory.ts';
import { PARTLY_SEALED_TABLES, SEALED_TABLES } from './row-seal.ts';
import { createSealedRows, type ForeignRow, type SealedRows } from './sealed-rows.ts';

/** Counts each use of a row that is not ours, and logs the row once. */
export function openSealedRows({
  masterKeys,
  log,
  metrics,
  memory = createRowMemory(),
}: {
  readonly masterKeys: MasterKeys;
  readonly log: Pick<DatabaseLog, 'error'>;
  readonly metrics?: Pick<Metrics, 'countForeignRow' | 'expectForeignRows'>;
  readonly memory?: RowMemory;
}): SealedRows {
  metrics?.expectForeignRows([...SEALED_TABLES, ...PARTLY_SEALED_TABLES]);
  const logged = new Set<string>();

  function report({ table, id, reason }: ForeignRow): void {
    metrics?.countForeignRow(table);
    const name = `${table} ${id} ${reason}`;
    if (logged.has(name)) return;
    logged.add(name);
    log.error({ table, id, reason }, 'A row was changed outside Halyard. It grants no access');
  }

  return createSealedRows({ masterKeys, memory, report });
}
