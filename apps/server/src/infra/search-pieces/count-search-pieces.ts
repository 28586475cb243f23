import { Client } from 'pg';
import { arrayLiteral } from '../db/array-literal.ts';
import type { DatabaseConnection } from '../db/database-connection.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { errorCode } from '../error-code.ts';
import { type CountedPiece, countPieces } from './count-pieces.ts';
import { DUE_KINDS } from './due-kinds.ts';
import { forgetUselessChanges } from './forget-useless-changes.ts';
import { RecordTexts } from './record-texts.ts';

const READ_AT_ONCE = 5_000;
const WRITE_AT_ONCE = 5_000;
/** A longer piece is counted where it occurs in so many records, and in one of so many. */
const OFTEN_MIN = 100;
const OFTEN_SHARE = 4_000;
/** What counting takes for each character, and may take of the memory that is free. */
const BYTES_A_CHARACTER = 10;
const SHARE_OF_MEMORY = 0.5;
const LOCK_NOT_AVAILABLE = '55P03';

/** Whose writers note changes: those that began before the product did so are waited for. */
const TABLES: Readonly<Record<string, string>> = { tron_wallets: 'wallets' };

/**
 * Counts the pieces of all kinds of text that are due, each in a transaction that sees one moment: what has changed
 * since stands in `search_changes`. A kind that another process is at is left to it.
 */
export async function countSearchPieces(
  connection: DatabaseConnection,
  log: Pick<DatabaseLog, 'warn'>,
): Promise<void> {
  const client = new Client({
    ...connection,
    application_name: 'halyard search pieces',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0`);
    await client.query(`SET lock_timeout = '1s'`);
    for (const kind of await dueKinds(client)) {
      await countKind(client, kind, log).catch((error: unknown) => {
        if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
      });
    }
  } finally {
    await client.end();
  }
}

async function dueKinds(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ kind: string }>(DUE_KINDS);
  return rows.map(({ kind }) => kind);
}

async function countKind(client: Client, kind: string, log: Pick<DatabaseLog, 'warn'>): Promise<void> {
  if (await isFirst(client, kind)) {
    await inTransaction(client, 'BEGIN', async () => {
      await client.query(`LOCK TABLE ${TABLES[kind] ?? kind} IN SHARE MODE`);
    });
  }
  await client.query('UPDATE search_kinds SET tried_at = clock_timestamp() WHERE kind = $1', [kind]);
  // Before the count, which may end in any way, with this thread as well.
  await inTransaction(client, 'BEGIN', async () => await forgetUselessChanges(client, kind));
  if (!(await fitsIntoMemory(client, kind))) {
    log.warn({ kind }, 'too much is searched to count its pieces in the memory that is free');
    return;
  }
  await inTransaction(client, 'BEGIN ISOLATION LEVEL REPEATABLE READ', async () => {
    // Before anything is read: the moment that is seen begins with the first query.
    await client.query('LOCK TABLE search_kinds IN SHARE ROW EXCLUSIVE MODE NOWAIT');
    const texts = await readTexts(client, kind);
    const often = Math.max(OFTEN_MIN, Math.ceil(texts.starts.length / OFTEN_SHARE));
    await client.query('DELETE FROM search_pieces WHERE kind = $1', [kind]);
    await writePieces(client, kind, texts.stateNames, countPieces(texts, often));
    await client.query('DELETE FROM search_changes WHERE kind = $1', [kind]);
    await client.query(
      'UPDATE search_kinds SET counted_at = clock_timestamp(), letters = search_letters() WHERE kind = $1',
      [kind],
    );
  });
  // So much was replaced that searches would read more of what is gone than of what is there.
  await client.query('VACUUM (ANALYZE) search_kinds, search_pieces, search_changes');
}

async function isFirst(client: Client, kind: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM search_kinds WHERE kind = $1 AND tried_at IS NULL', [
    kind,
  ]);
  return rowCount === 1;
}

async function inTransaction(client: Client, begin: string, work: () => Promise<void>): Promise<void> {
  await client.query(begin);
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function fitsIntoMemory(client: Client, kind: string): Promise<boolean> {
  const { rows } = await client.query<{ characters: string }>(
    'SELECT coalesce(sum(length(text)), 0) AS characters FROM searched_texts WHERE kind = $1',
    [kind],
  );
  const needed = Number(rows[0]?.characters) * BYTES_A_CHARACTER;
  return needed <= process.availableMemory() * SHARE_OF_MEMORY;
}

async function readTexts(client: Client, kind: string): Promise<RecordTexts> {
  const texts = new RecordTexts();
  await client.query(
    'DECLARE read NO SCROLL CURSOR FOR SELECT state, text FROM searched_texts WHERE kind = $1',
    [kind],
  );
  for (;;) {
    const { rows } = await client.query<[state: string, text: string]>({
      text: `FETCH ${READ_AT_ONCE} FROM read`,
      rowMode: 'array',
    });
    if (rows.length === 0) break;
    for (const [state, text] of rows) texts.add(state, text);
  }
  await client.query('CLOSE read');
  return texts;
}

async function writePieces(
  client: Client,
  kind: string,
  states: readonly string[],
  pieces: readonly CountedPiece[],
): Promise<void> {
  for (let first = 0; first < pieces.length; first += WRITE_AT_ONCE) {
    const rows = pieces
      .slice(first, first + WRITE_AT_ONCE)
      .flatMap(({ piece, records }) =>
        states.flatMap((state, index) => (records[index] ? [{ piece, state, records: records[index] }] : [])),
      );
    await client.query(
      `INSERT INTO search_pieces (kind, piece, state, records)
        SELECT $1, * FROM unnest($2::text[], $3::text[], $4::integer[])`,
      [
        kind,
        arrayLiteral(rows.map(({ piece }) => piece)),
        arrayLiteral(rows.map(({ state }) => state)),
        arrayLiteral(rows.map(({ records }) => String(records))),
      ],
    );
  }
}
