import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import { toUtc } from './feed-batch.ts';
import type { FedTable } from './update-changed.ts';

interface Item {
  readonly uuid: string;
  readonly updatedAt?: string | null | undefined;
}

/** Returns the items without those that are older than the stored ones. */
export async function withoutStale<FedItem extends Item>(
  transaction: DatabaseTransaction,
  table: FedTable,
  items: readonly FedItem[],
): Promise<FedItem[]> {
  const dated = items.filter(({ updatedAt }) => updatedAt != null);
  if (dated.length === 0) return [...items];
  const { rows } = await sql<{ id: string }>`
    SELECT stored.id FROM ${sql.table(table)} AS stored
      JOIN unnest(${dated.map(({ uuid }) => uuid)}::uuid[],
        ${dated.map(({ updatedAt }) => toUtc(updatedAt))}::timestamptz[]) AS item (id, updated_at) USING (id)
    WHERE stored.reported_at > item.updated_at`.execute(transaction);
  const stale = new Set(rows.map(({ id }) => id));
  return items.filter(({ uuid }) => !stale.has(uuid));
}
