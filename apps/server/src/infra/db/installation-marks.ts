import type { DatabaseReader, DatabaseTransaction } from './database.ts';

/** One-time steps of an installation. `database.…` identifies the database by PostgreSQL's own numbers. */
export type InstallationMark = 'sample_data.begun' | 'sample_data.loaded' | `database.${string}`;

export async function readMark(reader: DatabaseReader, mark: InstallationMark): Promise<Date | undefined> {
  const row = await reader
    .selectFrom('installation_marks')
    .select('reached_at')
    .where('name', '=', mark)
    .executeTakeFirst();
  return row?.reached_at;
}

/** Stores that a mark is reached. Returns false, and keeps the old time, if it was reached before. */
export async function reachMark(
  transaction: DatabaseTransaction,
  mark: InstallationMark,
  at: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('installation_marks')
    .values({ name: mark, reached_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
