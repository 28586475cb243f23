import { sql } from 'kysely';
import type { Database } from '../../infra/db/database.ts';
import { allowLongStatements } from '../../infra/db/long-statements.ts';

export interface ExceptionDifference {
  readonly kind: string;
  /** An order, a transaction, or a wallet and its asset. */
  readonly subject: string;
  readonly problem: 'missing' | 'false' | 'other amounts';
}

/** Derives all exceptions from the records again and compares them with the stored ones. Reads whole tables. */
export async function findExceptionDifferences(database: Database): Promise<readonly ExceptionDifference[]> {
  return await database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    const { rows } = await sql<ExceptionDifference>`
      SELECT kind, subject, CASE WHEN stored.kind IS NULL THEN 'missing' WHEN derived.kind IS NULL THEN 'false'
        ELSE 'other amounts' END AS problem
      FROM exception_conditions AS derived
        FULL JOIN (SELECT * FROM exceptions WHERE closed_at IS NULL) AS stored USING (kind, subject)
      WHERE (stored.currency, stored.expected, stored.received, stored.amount_usd)
        IS DISTINCT FROM (derived.currency, derived.expected, derived.received, derived.amount_usd)
      ORDER BY kind, subject`.execute(transaction);
    return rows;
  });
}
