import { setTimeout as pause } from 'node:timers/promises';
import { type PlantedWallet, tracesOf } from '../../../apps/server/test/planted-wallet.ts';
import { untilLinked } from './audit-entries.ts';
import type { Stage } from './stage.ts';

/** Returns an administrator's entries in the audit log: `wallet.backup failure code_missing`. */
export async function actsOf(stage: Stage, { id }: { readonly id: string }): Promise<string[]> {
  await untilLinked(stage);
  const { rows } = await stage.database.query<{ readonly act: string }>({
    text: `SELECT concat_ws(' ', action, status, metadata ->> 'reason') AS act FROM audit_log
      WHERE actor_id = $1 ORDER BY sequence`,
    values: [id],
  });
  return rows.map(({ act }) => act);
}

/** Returns the lines that the processes printed so far, once they have flushed them. */
export async function printedLines({ output }: Stage): Promise<readonly string[]> {
  await pause(600);
  return output().split('\n');
}

/** Returns all rows as text, by table. Binary columns are hexadecimal. */
export async function dumpTables({ database }: Stage): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ readonly name: string }>({
    text: `SELECT relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  });
  const dump = new Map<string, string>();
  for (const { name } of rows) {
    const text = `SELECT row::text AS line FROM "${name}" AS row ORDER BY 1`;
    const table = await database.query<{ readonly line: string }>({ text });
    dump.set(name, table.rows.map(({ line }) => line).join('\n'));
  }
  return dump;
}

/** How many texts hold the key of one of these wallets. */
export function keysIn(
  texts: readonly { readonly text: string }[],
  wallets: readonly PlantedWallet[],
): number {
  const traces = wallets.flatMap(({ secret }) => tracesOf(secret));
  return texts.filter(({ text }) => traces.some((trace) => text.toLowerCase().includes(trace))).length;
}
