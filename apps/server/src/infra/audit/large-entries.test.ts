import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendEntries } from '../../../test/long-audit-log.ts';
import type { SmallHeapOrder } from '../../../test/small-heap-process.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { fixedMasterKeys } from '../crypto/master-keys.ts';

const READER = fileURLToPath(new URL('../../../test/small-heap-process.ts', import.meta.url));
const MASTER_KEY = '07'.repeat(32);
const ENTRIES = 1_024;
/** One statement with all of them could need more than 5 s. */
const STATEMENT_ENTRIES = 64;
/** Megabytes of heap. All entries need more than 130. */
const HEAP_MB = 100;
const LARGE = { note: 'x'.repeat(64_000) };

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await createTestDatabase();
  const application = { ...scratch, masterKeys: fixedMasterKeys(Buffer.from(MASTER_KEY, 'hex')) };
  for (let written = 0; written < ENTRIES; written += STATEMENT_ENTRIES) {
    await appendEntries(application, STATEMENT_ENTRIES, new Date(), { metadata: LARGE, changes: LARGE });
  }
});
afterAll(async () => await scratch.drop());

it.each(['check', 'jsonl', 'csv', 'tiles'] as const)(
  'reads the largest entries in a small heap: %s',
  async (work) => {
    const { connection } = scratch;
    const reading = fork(READER, { execArgv: [`--max-old-space-size=${HEAP_MB}`] });
    const answered = once(reading, 'message').then(([read]) => read);
    reading.send({ work, entries: ENTRIES, connection, masterKey: MASTER_KEY } satisfies SmallHeapOrder);
    const ended = once(reading, 'exit').then(([code, signal]) => `ended with ${code ?? signal}`);
    expect(await Promise.race([answered, ended])).toBe(ENTRIES);
  },
);
