import { sql } from 'kysely';
import { ALLOW_LONG_STATEMENTS } from './answer-limits.ts';
import type { DatabaseTransaction } from './database.ts';

/** Allows statements of this transaction to take an hour, for jobs that read whole tables. */
export async function allowLongStatements(transaction: DatabaseTransaction): Promise<void> {
  await sql.raw(ALLOW_LONG_STATEMENTS).execute(transaction);
}
