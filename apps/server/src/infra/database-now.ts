import { sql } from 'kysely';
import type { DatabaseReader } from './db/database.ts';

/** Returns the database's clock, in milliseconds since 1970. */
export async function databaseNow(reader: DatabaseReader): Promise<number> {
  const { rows } = await sql<{ readonly at: Date }>`SELECT clock_timestamp() AS at`.execute(reader);
  const [row] = rows;
  if (row === undefined) throw new Error('the database returned no time');
  return row.at.getTime();
}
