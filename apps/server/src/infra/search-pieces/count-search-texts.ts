import { Client } from 'pg';
import { arrayLiteral } from '../db/array-literal.ts';
import type { DatabaseConnection } from '../db/database-connection.ts';
import { errorCode } from '../error-code.ts';
import { countPieces } from './count-pieces.ts';
import { DUE_TEXTS } from './due-texts.ts';
import { RecordTexts } from './record-texts.ts';

const READ_AT_ONCE = 5_000;
const WRITE_AT_ONCE = 5_000;
/** A longer piece is counted where it occurs in so many records, and in one of so many. */
const OFTEN_MIN = 100;
const OFTEN_SHARE = 4_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Counts the pieces of all texts that are due, one kind of text after the other, each in a transaction that sees one
 * moment: what has changed since stands in `search_changes`. Does nothing where another process is at it.
 */
export async function countSearchTexts(connection: DatabaseConnection): Promise<void> {
  const client = new Client({ ...connection, application_name: 'halyard search pieces' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ texts: string }>(DUE_TEXTS);
    for (const { texts } of rows) await countInTransaction(client, texts);
    // So much was replaced that searches would read more of what is gone than of what is there.
    if (rows.length > 0) await client.query('VACUUM (ANALYZE) search_texts, search_pieces, search_changes');
  } catch (error) {
    if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
  } finally {
    await client.end();
  }
}

async function countInTransaction(client: Client, texts: string): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  try {
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    // Before anything is read: the moment that is seen begins with the first query.
    await client.query('LOCK TABLE search_texts IN SHARE ROW EXCLUSIVE MODE NOWAIT');
    const { rows: due } = await client.query<{ texts: string }>(DUE_TEXTS);
    if (due.some((one) => one.texts === texts)) await countTexts(client, texts);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function countTexts(client: Client, texts: string): Promise<void> {
  const read = await readTexts(client, texts);
  const records = read.starts.length;
  const often = Math.max(OFTEN_MIN, Math.ceil(records / OFTEN_SHARE));
  const rows = countPieces(read, often).flatMap(({ piece, records: found }) =>
    read.stateNames.flatMap((state, index) =>
      found[index] ? [{ piece, state, records: found[index] }] : [],
    ),
  );
  await client.query('DELETE FROM search_pieces WHERE texts = $1', [texts]);
  for (let first = 0; first < rows.length; first += WRITE_AT_ONCE) {
    const some = rows.slice(first, first + WRITE_AT_ONCE);
    await client.query(
      `INSERT INTO search_pieces (texts, piece, state, records)
        SELECT $1, * FROM unnest($2::text[], $3::text[], $4::integer[])`,
      [
        texts,
        arrayLiteral(some.map(({ piece }) => piece)),
        arrayLiteral(some.map(({ state }) => state)),
        arrayLiteral(some.map(({ records }) => String(records))),
      ],
    );
  }
  await client.query('DELETE FROM search_changes WHERE texts = $1', [texts]);
  await client.query('UPDATE search_texts SET counted_at = now(), records = $2 WHERE texts = $1', [
    texts,
    records,
  ]);
}

async function readTexts(client: Client, texts: string): Promise<RecordTexts> {
  await client.query({
    text: `DECLARE read NO SCROLL CURSOR FOR SELECT state, text FROM searched_texts WHERE texts = '${texts}'`,
  });
  const read = new RecordTexts();
  for (;;) {
    const { rows } = await client.query<[state: string, text: string]>({
      text: `FETCH ${READ_AT_ONCE} FROM read`,
      rowMode: 'array',
    });
    if (rows.length === 0) break;
    for (const [state, text] of rows) read.add(state, text);
  }
  await client.query('CLOSE read');
  return read;
}
