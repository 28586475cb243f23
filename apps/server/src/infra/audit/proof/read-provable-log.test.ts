import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { changeDuringRead } from '../../../../test/change-during-read.ts';
import { appendEntries } from '../../../../test/long-audit-log.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { masterKeyRing } from '../../crypto/master-keys.ts';
import { readProvableLog } from './read-provable-log.ts';

it('reads the key of a seal even if the master key is rotated at the same time', async () => {
  const { database, drop } = await createTestDatabase();
  const [former, current] = [randomBytes(32), randomBytes(32)];
  let ring = masterKeyRing(former);
  const masterKeys = () => ring;
  await appendEntries({ database, masterKeys }, 1);
  const { seal, keys } = await changeDuringRead(database, 'audit_watch', {
    read: async () => await readProvableLog(database.reader, masterKeys),
    change: async () => {
      ring = masterKeyRing(current, former);
      await appendEntries({ database, masterKeys }, 1);
    },
  });
  expect(seal?.size).toBe(2);
  expect(keys.map(({ id }) => id)).toContain(seal?.keyId);
  await drop();
});
