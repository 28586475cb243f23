import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { fixedMasterKeys } from '../crypto/master-keys.ts';
import { readInstallationId } from './installation-marks.ts';
import { migrate } from './migrate.ts';

const masterKeys = fixedMasterKeys(Buffer.alloc(32));

const directory = fileURLToPath(new URL('../../../migrations', import.meta.url));

it('readInstallationId differs between installations', async () => {
  const ids = new Set<string>();
  for (let index = 0; index < 2; index++) {
    const { connection, database, drop } = await createTestDatabase({ empty: true });
    await migrate({ connection, directory, masterKeys, log: createRecordingLog().log });
    const id = await readInstallationId(database.reader);
    expect(id).toMatch(/^[0-9a-f]{8}$/);
    ids.add(id);
    await drop();
  }
  expect(ids.size).toBe(2);
});
