import { sql } from 'kysely';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import type { Database, DatabaseTransaction } from '../../infra/db/database.ts';
import {
  type AnySealedRow,
  hasRightSeal,
  type SealedTable,
  sealOf,
} from '../../infra/sealed-rows/row-seal.ts';

const BATCH_ROWS = 200;

interface ResealParts {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
}

/**
 * Seals the rows of a table under the current master key and returns how many. Leaves rows that are not ours, which grant
 * nothing under any key.
 */
export async function resealRows(parts: ResealParts, table: SealedTable): Promise<number> {
  let resealed = 0;
  let isBehind = sql``;
  for (;;) {
    const rows = await parts.database.transaction(async (transaction) => {
      const batch = await lockBatch(parts, transaction, table, isBehind);
      for (const row of batch) if (await reseal(parts, transaction, table, row)) resealed++;
      return batch;
    });
    const last = rows.at(-1);
    if (last === undefined) return resealed;
    isBehind = sql`AND id > ${last.id}`;
  }
}

async function lockBatch(
  { masterKeys }: ResealParts,
  transaction: DatabaseTransaction,
  table: SealedTable,
  isBehind: ReturnType<typeof sql>,
): Promise<readonly AnySealedRow[]> {
  const { rows } = await sql<AnySealedRow>`
    SELECT * FROM ${sql.table(table)} WHERE substring(seal FROM 4 FOR 8) <> ${masterKeys()[0].id} ${isBehind}
    ORDER BY id LIMIT ${BATCH_ROWS} FOR UPDATE`.execute(transaction);
  return rows;
}

async function reseal(
  { masterKeys }: ResealParts,
  transaction: DatabaseTransaction,
  table: SealedTable,
  row: AnySealedRow,
): Promise<boolean> {
  const ring = masterKeys();
  if (!hasRightSeal(table, row, ring)) return false;
  await sql`UPDATE ${sql.table(table)} SET seal = ${sealOf(table, row, ring[0])} WHERE id = ${row.id}`.execute(
    transaction,
  );
  return true;
}
