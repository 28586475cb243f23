import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { startSearchPieceCounter } from './search-piece-counter.ts';

let test: TestDatabase;

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => await test.drop());

async function uncounted(): Promise<number> {
  const { rowCount } = await test.database.query({
    text: 'SELECT FROM search_kinds WHERE counted_at IS NULL',
  });
  return rowCount ?? 0;
}

it('counts what was never counted, in a thread of its own', async () => {
  const { log, lines } = createRecordingLog();
  expect(await uncounted()).toBe(4);
  const stop = startSearchPieceCounter(test.database, test.connection, log);
  await vi.waitFor(async () => expect(await uncounted()).toBe(0), { timeout: 20_000, interval: 100 });
  await stop();
  expect(lines).toEqual([]);
});

it('ends while it waits for its turn', async () => {
  const { log } = createRecordingLog();
  await startSearchPieceCounter(test.database, test.connection, log)();
  expect(await uncounted()).toBe(4);
});

it('says what went wrong, and ends all the same', async () => {
  const { log, lines } = createRecordingLog();
  await test.database.query({ text: 'DROP TABLE search_pieces' });
  const stop = startSearchPieceCounter(test.database, test.connection, log);
  await vi.waitFor(() => expect(JSON.stringify(lines)).toContain('counting what is searched failed'), {
    timeout: 20_000,
    interval: 100,
  });
  await stop();
  expect(await uncounted()).toBe(4);
});
