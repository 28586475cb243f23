import { sql } from 'kysely';
import type { DatabaseReader } from '../db/database.ts';
import { type AnySealedRow, CHECKED_TABLES, type SealedTable } from './row-seal.ts';
import { readNewest, type SealedRows } from './sealed-rows.ts';

const BATCH_ROWS = 1_000;

export interface FoundRow {
  readonly table: SealedTable;
  readonly id: string;
  /** Whether a newer version of it was seen. */
  readonly isOld: boolean;
}

/** Returns the rows of these tables that are not ours, and reports each. Remembers the versions of the others. */
export async function findForeignRows(
  reader: DatabaseReader,
  sealedRows: SealedRows,
  tables: readonly SealedTable[] = CHECKED_TABLES,
): Promise<readonly FoundRow[]> {
  const foreign: FoundRow[] = [];
  for (const table of tables) {
    for await (const row of rowsOf(reader, table)) {
      // It may have been written or deleted since.
      const [current] = sealedRows.isOld(table, row)
        ? await readNewest(sealedRows, table, async () => await readRow(reader, table, row.id))
        : [row];
      if (current === undefined) continue;
      if (sealedRows.isOurs(table, current)) sealedRows.note(table, current);
      else foreign.push({ table, id: current.id, isOld: sealedRows.isOld(table, current) });
    }
  }
  return foreign;
}

async function* rowsOf(reader: DatabaseReader, table: SealedTable): AsyncGenerator<AnySealedRow> {
  const isSealed = table === 'invitations' ? sql`status = 'pending'` : sql`true`;
  let isBehind = sql``;
  for (;;) {
    const { rows } = await sql<AnySealedRow>`
      SELECT * FROM ${sql.table(table)} WHERE ${isSealed} ${isBehind} ORDER BY id LIMIT ${BATCH_ROWS}`.execute(
      reader,
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    isBehind = sql`AND id > ${last.id}`;
  }
}

async function readRow(
  reader: DatabaseReader,
  table: SealedTable,
  id: string,
): Promise<readonly AnySealedRow[]> {
  const { rows } = await sql<AnySealedRow>`SELECT * FROM ${sql.table(table)} WHERE id = ${id}`.execute(
    reader,
  );
  return rows;
}
