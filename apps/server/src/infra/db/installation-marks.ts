import type { DatabaseReader, DatabaseTransaction } from './database.ts';

/** Steps that an installation takes once; a database that it lives in is one, by PostgreSQL's own numbers. */
export type InstallationMark = 'sample_data.begun' | 'sample_data.loaded' | `database.${string}`;

/** When a mark was reached; undefined while it was not. */
export async function readMark(reader: DatabaseReader, mark: InstallationMark): Promise<Date | undefined> {
  const row = await reader
    .selectFrom('installation_marks')
    .select('reached_at')
    .where('name', '=', mark)
    .executeTakeFirst();
  return row?.reached_at;
}

/** Notes that a mark is reached. False when it was reached before: that instant stays. */
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
