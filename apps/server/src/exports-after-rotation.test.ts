import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EnrolledAccount, startEnrolledAccount } from '../test/enrolled-account.ts';
import { createTestInbox } from '../test/test-audit-inbox.ts';
import { auditWith } from './app.ts';
import { settleForgottenExports } from './features/exports/settle-forgotten-exports.ts';
import { rotateMasterKey } from './features/master-key/master-key-rotation.ts';
import { openMasterKeyFile } from './infra/crypto/master-key-file.ts';

let dataDir: string;
let account: EnrolledAccount;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'halyard-exports-'));
  account = await startEnrolledAccount({}, { masterKeys: (await openMasterKeyFile(dataDir)).masterKeys });
});
afterAll(async () => {
  await account.test.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function rotate(): Promise<void> {
  const { database, clock } = account.test;
  const operator = await openMasterKeyFile(dataDir);
  await rotateMasterKey({
    database,
    masterKeys: operator.masterKeys,
    file: operator,
    appendAudit: auditWith(operator.masterKeys, () => clock.now),
    auditInbox: createTestInbox({ database, masterKeys: operator.masterKeys }),
    settle: async () => undefined,
    onProgress: () => undefined,
  });
  expect(operator.masterKeys()).toHaveLength(1);
}

const prepare = async (of: string) => (await account.owner.browser.post('/exports', { of })).body.address;
const download = async (address: string) => (await account.owner.browser.get(address)).status;
const reports = () => account.test.logged().match(/A row was changed outside Halyard/g)?.length ?? 0;

it('exports that were prepared before a master key rotation can be downloaded after it', async () => {
  const address = await prepare('users');
  await rotate();
  expect(await download(address)).toBe(200);
  expect(reports()).toBe(0);
});

it('exports whose process died before a master key rotation are audited after it', async () => {
  const { test } = account;
  await prepare('merchants');
  await account.execute(`UPDATE exports
    SET started_at = now(), leased_until = now() - interval '2 hours', rows_written = 5000`);
  await rotate();
  await account.newEntries();
  await settleForgottenExports({ ...test, appendAudit: auditWith(test.masterKeys, () => test.clock.now) });
  expect(await account.newEntries()).toMatchObject([
    { action: 'export.finish', status: 'partial', metadata: { of: 'merchants', rows: 5_000 } },
  ]);
  expect(reports()).toBe(0);
});

it('exports that were changed in the database stay refused after a master key rotation', async () => {
  const address = await prepare('invitations');
  const before = reports();
  await account.execute(
    `UPDATE exports SET request = '{"of": "users", "search": "", "includeDeleted": true}'`,
  );
  await rotate();
  expect(await download(address)).toBe(404);
  expect(reports()).toBe(before + 1);
});
