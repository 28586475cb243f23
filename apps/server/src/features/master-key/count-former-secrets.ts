import { sql } from 'kysely';
import type { Database } from '../../infra/db/database.ts';
import { allowLongStatements } from '../../infra/db/long-statements.ts';
import { masterKeyIdIn, nameOf, SEALED_COLUMNS } from '../../infra/sealed-columns.ts';

export interface FormerSecrets {
  /** For example `wallets.private_key`. */
  readonly column: string;
  readonly secrets: number;
}

/** Counts the secrets under other master keys, by column. Reads whole tables, which may take minutes. */
export async function countFormerSecrets(
  database: Database,
  currentKeyId: Buffer,
): Promise<readonly FormerSecrets[]> {
  const counts = SEALED_COLUMNS.map(
    (column) => sql`
      SELECT ${nameOf(column)}::text AS "column", count(*) AS secrets
      FROM ${sql.table(column.table)} WHERE ${masterKeyIdIn(column)} <> ${currentKeyId} HAVING count(*) > 0`,
  );
  return await database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    const { rows } = await sql<FormerSecrets>`${sql.join(counts, sql` UNION ALL `)}`.execute(transaction);
    return rows;
  });
}
