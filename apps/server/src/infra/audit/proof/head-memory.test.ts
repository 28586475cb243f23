import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendEntries } from '../../../../test/long-audit-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { fixedMasterKeys } from '../../crypto/master-keys.ts';
import type { SealedHead } from '../chain/audit-seal.ts';
import { createHeadMemory } from './head-memory.ts';

const masterKeys = fixedMasterKeys(randomBytes(32));

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await createTestDatabase();
});
afterAll(async () => await scratch.drop());

async function append(): Promise<SealedHead> {
  const { database } = scratch;
  await appendEntries({ database, masterKeys }, 1);
  return (await database.reader.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow()) as SealedHead;
}

it('raises no alarm if a comparison sees an entry before its writer notes it', async () => {
  const [previous, head] = [await append(), await append()];
  const memory = createHeadMemory(masterKeys, undefined);
  await memory.compare(scratch.database.reader, Date.now());
  memory.noteWritten(previous, head, Date.now());
  expect(memory.alarm()).toBeUndefined();
});

it('raises no alarm if two entries are noted in reverse order', async () => {
  const [first, second, third] = [await append(), await append(), await append()];
  const memory = createHeadMemory(masterKeys, undefined);
  memory.noteWritten(second, third, Date.now());
  memory.noteWritten(first, second, Date.now());
  expect(memory.alarm()).toBeUndefined();
  expect(memory.seen()?.sequence).toBe(third.sequence);
});
