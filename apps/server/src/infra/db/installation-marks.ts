import type { DatabaseReader, DatabaseTransaction } from './database.ts';

/**
 * One-time steps of an installation. `database.…` identifies the database by PostgreSQL's own numbers. A migration sets
 * `installation.…`, a random id.
 */
export type InstallationMark =
  | 'sample_data.begun'
  | 'sample_data.history'
  | `sample_data.history_${number}`
  | 'sample_data.loaded'
  | 'mail.smtp'
  | `database.${string}`;

const ID_PREFIX = 'installation.';

/** Returns an id that all processes of an installation share. */
export async function readInstallationId(reader: DatabaseReader): Promise<string> {
  const { name } = await reader
    .selectFrom('installation_marks')
    .select('name')
    .where('name', 'like', `${ID_PREFIX}%`)
    .executeTakeFirstOrThrow();
  return name.slice(ID_PREFIX.length);
}

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
