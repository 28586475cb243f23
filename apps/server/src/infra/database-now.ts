import { sql } from 'kysely';
import type { DatabaseReader } from './db/database.ts';
import { onlyRow } from './db/only-row.ts';

/** Returns the database's clock, in milliseconds since 1970. */
export async function databaseNow(reader: DatabaseReader): Promise<number> {
  const { rows } = await sql<{ readonly at: Date }>`SELECT clock_timestamp() AS at`.execute(reader);
  return onlyRow(rows).at.getTime();
}
