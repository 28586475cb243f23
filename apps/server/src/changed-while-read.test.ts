import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type EnrolledAccount, startEnrolledAccount } from '../test/enrolled-account.ts';
import { setPassword } from './features/auth/administrators/administrator-store.ts';
import { listOpenSessions, noteSecondFactor } from './features/auth/sessions/session-store.ts';
import { isKnownDevice, isKnownNetwork, readDeviceSince } from './features/auth/sign-in/known-devices.ts';
import { readAdministratorEmails } from './features/wallets/backup/wallet-backup-store.ts';
import type { DatabaseReader, DatabaseTransaction } from './infra/db/database.ts';
import type { DB } from './infra/db/schema.ts';
import type { SealedRows } from './infra/sealed-rows/sealed-rows.ts';

const ORIGIN = { requestId: '', ipAddress: '192.0.2.1', userAgent: 'lightMyRequest' };
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

let account: EnrolledAccount;
beforeAll(async () => {
  account = await startEnrolledAccount();
  await account.test.createAdministrator('ben@example.com');
});
afterAll(async () => await account.test.close());
beforeEach(async () => {
  await account.execute('DELETE FROM sessions');
  for (let session = 0; session < 3; session++) await account.openSession();
});

/** Commits a change to every row of the table after each of the first two readings. */
function readerWhileChanged(
  table: 'sessions' | 'administrators',
  change: (transaction: DatabaseTransaction, sealedRows: SealedRows, id: string) => Promise<unknown>,
): DatabaseReader {
  const { database, sealedRows } = account.test;
  let readings = 0;
  return (database.reader as Kysely<DB>).withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (readings++ >= 2) return result;
      const rows = await database.reader.selectFrom(table).select('id').execute();
      await database.transaction(async (transaction) => {
        for (const { id } of rows) await change(transaction, sealedRows, id);
      });
      return result;
    },
  });
}

async function alarms(): Promise<readonly string[]> {
  const lines = (await account.test.metrics.text()).split('\n');
  return lines.filter((line) => /^halyard_foreign_rows_refused_total\{.*\} [1-9]/.test(line));
}

type Reading = (reader: DatabaseReader, sealedRows: SealedRows) => Promise<unknown>;

it.each<[string, Reading, unknown]>([
  [
    'open sessions',
    async (reader, sealedRows) => (await listOpenSessions(reader, sealedRows, account.owner.id)).length,
    3,
  ],
  [
    'known devices',
    async (reader, sealedRows) =>
      await isKnownDevice(reader, sealedRows, account.owner.id, NO_SESSION, ORIGIN),
    true,
  ],
  [
    'known networks',
    async (reader, sealedRows) =>
      await isKnownNetwork(reader, sealedRows, { email: account.owner.email, network: ORIGIN.ipAddress }),
    true,
  ],
  [
    'the age of a device',
    async (reader, sealedRows) => await readDeviceSince(reader, sealedRows, account.owner.id, ORIGIN),
    expect.any(Date),
  ],
])('raises no alarm if sessions change while they are read: %s', async (_name, read, expected) => {
  const before = await alarms();
  const reader = readerWhileChanged('sessions', noteSecondFactor);
  expect(await read(reader, account.test.sealedRows)).toEqual(expected);
  expect(await alarms()).toEqual(before);
});

it('raises no alarm if a disabled administrator changes while the addresses of a notice are read', async () => {
  await account.execute("UPDATE administrators SET disabled_at = now() WHERE email = 'ben@example.com'");
  const before = await alarms();
  const reader = readerWhileChanged('administrators', async (transaction, sealedRows, id) =>
    setPassword(transaction, sealedRows, id, 'another hash'),
  );
  expect(await readAdministratorEmails(reader, account.test.sealedRows)).toEqual([account.owner.email]);
  expect(await alarms()).toEqual(before);
});
