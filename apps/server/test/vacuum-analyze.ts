import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../src/infra/db/database.ts';

const TRIES = 100;
const PAUSE_MS = 100;

/**
 * Vacuums and analyses tables, so that plans read them from indexes alone. Repeats it until all pages are marked as visible to
 * all, because any older snapshot in the database, such as one of autovacuum, prevents that for a moment.
 */
export async function vacuumAnalyze({ query }: Pick<Database, 'query'>, ...tables: string[]): Promise<void> {
  for (let tried = 0; tried < TRIES; tried++) {
    // One at a time, because the product limits the time of a statement.
    for (const table of tables) await query({ text: `VACUUM ANALYZE ${table}` });
    const { rows } = await query({
      text: `SELECT FROM unnest($1::regclass[]) AS asked (oid), pg_partition_tree(oid) AS part
        JOIN pg_class ON pg_class.oid = part.relid WHERE part.isleaf AND relallvisible < relpages`,
      values: [tables],
    });
    if (rows.length === 0) return;
    await sleep(PAUSE_MS);
  }
  throw new Error(`not all pages of ${tables.join(', ')} are visible to all`);
}
