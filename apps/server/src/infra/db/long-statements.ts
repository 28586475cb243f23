import { sql } from 'kysely';
import { ALLOW_LONG_STATEMENTS } from './answer-limits.ts';
import type { DatabaseTransaction } from './database.ts';

/** Until this transaction's end, statements may take an hour: for commands and jobs that read whole tables. */
export async function allowLongStatements(transaction: DatabaseTransaction): Promise<void> {
  await sql.raw(ALLOW_LONG_STATEMENTS).execute(transaction);
}
