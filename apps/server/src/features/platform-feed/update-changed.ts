import { type RawBuilder, sql } from 'kysely';
import type { DB } from '../../infra/db/schema.ts';
import type { KeptRow } from './feed-tally.ts';

export type FedTable = 'merchants' | 'orders' | 'users' | 'wallet_transactions';

/**
 * Builds the ON CONFLICT part for a table AS `stored`. An item without `reported_at` keeps the stored one. Returns only
 * rows that were inserted or changed.
 */
export function updateChanged<Table extends FedTable>(
  columns: readonly (keyof DB[Table] & string)[],
): RawBuilder<KeptRow> {
  const stored = columns.map((column) => sql.ref(`stored.${column}`));
  const sent = columns.map((column) =>
    column === 'reported_at'
      ? sql`coalesce(excluded.reported_at, stored.reported_at)`
      : sql.ref(`excluded.${column}`),
  );
  const taken = columns.map((column, index) => sql`${sql.ref(column)} = ${sent[index]}`);
  return sql`
    ON CONFLICT (id) DO UPDATE SET ${sql.join(taken)}
    WHERE (${sql.join(stored)}) IS DISTINCT FROM (${sql.join(sent)})
    RETURNING xmax = 0 AS created`;
}
