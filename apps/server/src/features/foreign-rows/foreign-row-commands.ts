import { uuid } from '@halyard/contract/fields';
import { sql } from 'kysely';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import { findForeignRows } from '../../infra/sealed-rows/find-foreign-rows.ts';
import { SEALED_TABLES, type SealedTable } from '../../infra/sealed-rows/row-seal.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';

export const FOREIGN_ROW_USAGE = [
  'rows check                  list rows that grant access and were changed outside Halyard',
  'rows remove <table> <id>    remove such a row',
];

interface ForeignRowParts {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly appendAudit: AppendAudit;
}

/** Runs `rows <command>`. Returns false if it failed, or if `check` found a row; the reason was printed. */
export async function runForeignRowCommand(
  parts: ForeignRowParts,
  [command, ...args]: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  if (command === 'check' && args.length === 0) return await check(parts, print);
  if (command === 'remove' && args.length === 2) return await remove(parts, args, print);
  print('rows: expected check, or remove <table> <id>');
  return false;
}

async function check(
  { database, sealedRows }: ForeignRowParts,
  print: (line: string) => void,
): Promise<boolean> {
  const rows = await findForeignRows(database.reader, sealedRows, SEALED_TABLES);
  for (const { table, id } of rows) print(`${table} ${id} was changed outside Halyard`);
  print(
    rows.length === 0
      ? 'Every administrator, session, service key and pending invitation was written by Halyard.'
      : 'These rows grant no access. Find out who wrote to the database, then remove them with rows remove.',
  );
  return rows.length === 0;
}

async function remove(
  { database, sealedRows, appendAudit }: ForeignRowParts,
  [tableName, typedId = '']: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  const table = SEALED_TABLES.find((name) => name === tableName);
  const id = typedId.toLowerCase();
  if (table === undefined || !uuid.safeParse(id).success) {
    print(`rows remove: expected ${SEALED_TABLES.join('|')} and an id`);
    return false;
  }
  const foreign = await findForeignRows(database.reader, sealedRows, SEALED_TABLES);
  if (!foreign.some((row) => row.table === table && row.id === id)) {
    print(
      `rows remove: ${table} ${id} was not changed outside Halyard, or does not exist. Nothing was removed.`,
    );
    return false;
  }
  await database.transaction(async (transaction) => {
    await removalOf(table, id).execute(transaction);
    await appendAudit(transaction, {
      action: 'foreign_row.remove',
      category: 'system_operation',
      description: 'Removed a row changed outside Halyard',
      status: 'success',
      actor: { type: 'system' },
      resource: { type: 'system' },
      metadata: { table, id },
    });
  });
  print(`Removed ${table} ${id}.`);
  return true;
}

/** The list of invitations shows ended ones, too. */
function removalOf(table: SealedTable, id: string) {
  return table === 'invitations'
    ? sql`UPDATE invitations SET status = 'revoked', token_hash = NULL WHERE id = ${id}`
    : sql`DELETE FROM ${sql.table(table)} WHERE id = ${id}`;
}
