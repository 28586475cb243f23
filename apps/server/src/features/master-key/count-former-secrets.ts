import { sql } from 'kysely';
import type { DatabaseReader } from '../../infra/db/database.ts';
import { masterKeyIdIn, nameOf, SEALED_COLUMNS } from './sealed-columns.ts';

export interface FormerSecrets {
  /** As `wallets.private_key`. */
  readonly column: string;
  readonly secrets: number;
}

/**
 * Counts, of all rows at once, the secrets that are not wrapped under this master key.
 * @returns the columns that have any
 */
export async function countFormerSecrets(
  reader: DatabaseReader,
  currentKeyId: Buffer,
): Promise<readonly FormerSecrets[]> {
  const counts = SEALED_COLUMNS.map(
    (column) => sql`
      SELECT ${nameOf(column)}::text AS "column", count(*) AS secrets
      FROM ${sql.table(column.table)} WHERE ${masterKeyIdIn(column)} <> ${currentKeyId} HAVING count(*) > 0`,
  );
  const { rows } = await sql<FormerSecrets>`${sql.join(counts, sql` UNION ALL `)}`.execute(reader);
  return rows;
}
