import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeDuringRead } from '../../../../test/change-during-read.ts';
import { appendEntries } from '../../../../test/long-audit-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { type MasterKeyRing, masterKeyRing } from '../../crypto/master-keys.ts';
import { keepAuditSeal } from '../proof/audit-watcher.ts';
import { checkInThisThread } from './check-audit-range.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

const [OLD_KEY, NEW_KEY] = [randomBytes(32), randomBytes(32)] as const;

let scratch: TestDatabase;
let ring: MasterKeyRing;
const masterKeys = () => ring;
const append = async () => await appendEntries({ database: scratch.database, masterKeys }, 1);

beforeEach(async () => {
  scratch = await createTestDatabase();
  ring = masterKeyRing(OLD_KEY);
  await append();
});
afterEach(async () => await scratch.drop());

it.each([
  ['the same key', masterKeyRing(OLD_KEY)],
  ['a new key', masterKeyRing(NEW_KEY, OLD_KEY)],
])('accepts an entry that is appended and sealed under %s as verification starts', async (_, next) => {
  const { database } = scratch;
  const { fault, last } = await changeDuringRead(database, 'audit_seals', {
    read: async () => await verifyAuditLog({ database, masterKeys }),
    change: async (transaction) => {
      ring = next;
      await append();
      await keepAuditSeal({ transaction: async (work) => await work(transaction) });
    },
  });
  expect({ fault, last }).toEqual({ fault: undefined, last: 2 });
});

it('accepts a head whose key is rotated and dropped during verification', async () => {
  const { database } = scratch;
  const inThisThread = checkInThisThread(database.reader);
  const rotating: typeof inThisThread.check = async (range) => {
    ring = masterKeyRing(NEW_KEY, OLD_KEY);
    await append();
    ring = masterKeyRing(NEW_KEY);
    return await inThisThread.check(range);
  };
  const checker = { ...inThisThread, check: rotating };
  expect((await verifyAuditLog({ database, masterKeys }, { checker })).fault).toBeUndefined();
});
