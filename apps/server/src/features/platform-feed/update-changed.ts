import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../../infra/db/schema.ts';
import type { KeptRow } from './feed-tally.ts';

export type FedTable = 'merchants' | 'orders' | 'users' | 'wallet_transactions';

/** The time of an item's update, or the stored one's if it has none. */
export function reportedAt(table: FedTable): RawBuilder<string | null> {
  return sql`coalesce(item.reported_at,
    (SELECT earlier.reported_at FROM ${sql.table(table)} AS earlier WHERE earlier.id = item.id))`;
}

/** Builds the ON CONFLICT part for a table AS `stored`. Returns only rows that were inserted or changed. */
export function updateChanged<Table extends FedTable>(
  columns: readonly (keyof DB[Table] & string)[],
): RawBuilder<KeptRow> {
  const taken = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  const stored = columns.map((column) => sql.ref(`stored.${column}`));
  const excluded = columns.map((column) => sql.ref(`excluded.${column}`));
  return sql`
    ON CONFLICT (id) DO UPDATE SET ${sql.join(taken)}
    WHERE (${sql.join(stored)}) IS DISTINCT FROM (${sql.join(excluded)})
    RETURNING xmax = 0 AS created`;
}
