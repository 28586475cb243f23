import { sql } from 'kysely';
import { rewrapSecret } from '../../infra/crypto/envelope.ts';
import type { KeyWrapper } from '../../infra/crypto/key-wrapper.ts';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import type { Database } from '../../infra/db/database.ts';
import { allowLongStatements } from '../../infra/db/long-statements.ts';
import { masterKeyIdIn, type SealedColumn } from '../../infra/sealed-columns.ts';

const BATCH_ROWS = 200;

interface SealedRow {
  readonly id: string;
  readonly owner: string;
  readonly envelope: Buffer;
}

interface RewrappedRow extends SealedRow {
  readonly renewed: Buffer;
}

export interface RewrapResult {
  readonly rewrapped: number;
  /** Number of rows that changed during the pass and may need another one. */
  readonly changed: number;
  readonly broken: readonly string[];
}

/** @param onBatch receives the number of rewrapped rows of each batch */
export async function rewrapColumn(
  parts: { readonly database: Database; readonly keys: KeyWrapper; readonly masterKeys: MasterKeys },
  column: SealedColumn,
  onBatch: (rows: number) => void,
): Promise<RewrapResult> {
  const { database, keys, masterKeys } = parts;
  const broken: string[] = [];
  let rewrapped = 0;
  let changed = 0;
  let after: string | undefined;
  for (;;) {
    const rows = await readBatch(database, column, masterKeys()[0].id, after);
    const last = rows.at(-1);
    if (last === undefined) return { rewrapped, changed, broken };
    after = last.id;
    const renewed: RewrappedRow[] = [];
    for (const row of rows) {
      await rewrapSecret(keys, { kind: column.kind, id: row.owner }, row.envelope).then(
        (bytes) => renewed.push({ ...row, renewed: bytes }),
        () => broken.push(row.id),
      );
    }
    const written = await writeBatch(database, column, renewed);
    rewrapped += written;
    changed += renewed.length - written;
    if (written > 0) onBatch(written);
  }
}

/** May read the whole table if few rows are left. */
async function readBatch(
  database: Database,
  column: SealedColumn,
  currentKeyId: Buffer,
  after: string | undefined,
): Promise<readonly SealedRow[]> {
  const id = sql.ref(column.id);
  // Undefined before the first row, because even the nil uuid can be a row's uuid.
  const isBehind = after === undefined ? sql`` : sql`AND ${id} > ${after}`;
  return await database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    const { rows } = await sql<SealedRow>`
      SELECT ${id} AS id, ${sql.ref(column.owner)}::text AS owner, ${sql.ref(column.column)} AS envelope FROM ${sql.table(column.table)}
      WHERE ${masterKeyIdIn(column)} <> ${currentKeyId} ${isBehind}
      ORDER BY ${id} LIMIT ${BATCH_ROWS}`.execute(transaction);
    return rows;
  });
}

/** Skips envelopes that changed since they were read. Returns the number of written rows. */
async function writeBatch(
  database: Database,
  column: SealedColumn,
  rows: readonly RewrappedRow[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const [id, envelope] = [sql.ref(`row.${column.id}`), sql.ref(`row.${column.column}`)];
  return await database.transaction(async (transaction) => {
    // Lock rows in the same order everywhere to avoid deadlocks.
    await sql`
      SELECT FROM ${sql.table(column.table)} AS row WHERE ${id} = ANY (${rows.map((row) => row.id)}::uuid[])
      ORDER BY ${id} FOR NO KEY UPDATE`.execute(transaction);
    const { numAffectedRows } = await sql`
      UPDATE ${sql.table(column.table)} AS row SET ${sql.ref(column.column)} = wrapped.renewed
      FROM unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.envelope)}::bytea[],
        ${rows.map((row) => row.renewed)}::bytea[]) AS wrapped (id, envelope, renewed)
      WHERE ${id} = wrapped.id AND ${envelope} = wrapped.envelope`.execute(transaction);
    return Number(numAffectedRows ?? 0);
  });
}
