import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NETWORKS } from '@halyard/contract/networks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BackupDesk, openBackupDesk } from '../../../test/backup-desk.ts';
import type { PlantedWallet } from '../../../test/planted-wallet.ts';
import { createTestInbox } from '../../../test/test-audit-inbox.ts';
import { auditWith } from '../../app.ts';
import { type MasterKeyFile, openMasterKeyFile } from '../../infra/crypto/master-key-file.ts';
import { requireSecretKeys } from './master-key-check.ts';
import { rotateMasterKey } from './master-key-rotation.ts';

let dataDir: string;
let operator: MasterKeyFile;
let desk: BackupDesk;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'halyard-wallet-keys-'));
  operator = await openMasterKeyFile(dataDir);
  desk = await openBackupDesk({}, { masterKeys: (await openMasterKeyFile(dataDir)).masterKeys });
});
afterAll(async () => {
  await desk.account.test.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function rotate(settle: () => Promise<void> = async () => undefined) {
  const { database, clock } = desk.account.test;
  return await rotateMasterKey({
    database,
    masterKeys: operator.masterKeys,
    file: operator,
    appendAudit: auditWith(operator.masterKeys, () => clock.now),
    auditInbox: createTestInbox({ database, masterKeys: operator.masterKeys }),
    settle,
    onProgress: () => undefined,
  });
}

async function expectOwnKey(wallet: PlantedWallet, backup: ReturnType<BackupDesk['backUp']>): Promise<void> {
  const { status, body } = await backup;
  const hex = wallet.secret.toString('hex');
  expect([status, body.address, body.privateKey]).toEqual([
    200,
    wallet.address,
    wallet.network === 'TRON' ? hex : `0x${hex}`,
  ]);
}

it('wallet backups return the same keys during and after a rotation', async () => {
  const wallets = await Promise.all(NETWORKS.map((network) => desk.plant({ network })));
  const [former] = operator.masterKeys();
  let isSettled = false;
  const { rewrapped, broken } = await rotate(async () => {
    for (const wallet of wallets) await expectOwnKey(wallet, desk.backUp(wallet));
    isSettled = true;
  });
  expect([rewrapped['wallets.private_key'], broken, isSettled]).toEqual([wallets.length, [], true]);
  const [current] = operator.masterKeys();
  expect([operator.masterKeys().length, current.id.equals(former.id)]).toEqual([1, false]);
  for (const wallet of wallets) await expectOwnKey(wallet, desk.backUp(wallet));
});

it('a rotation reports a wallet key that was moved to another wallet and keeps the old master key', async () => {
  const [wallet, other] = [await desk.plant(), await desk.plant()];
  await desk.account.execute(`UPDATE wallets SET private_key = other.private_key FROM wallets other
    WHERE wallets.uuid = '${wallet.uuid}' AND other.uuid = '${other.uuid}'`);
  expect((await rotate()).broken).toEqual([`wallets.private_key ${wallet.uuid}`]);
  expect(operator.masterKeys()).toHaveLength(2);
  await expectOwnKey(other, desk.backUp(other));
  expect((await desk.backUp(wallet)).body.status).toBe('integrity_error');
  await desk.account.execute(`DELETE FROM wallets WHERE uuid = '${wallet.uuid}'`);
  expect((await rotate()).broken).toEqual([]);
});

it('a start with unknown master keys fails even if only wallet keys need them', async () => {
  const { database } = desk.account.test;
  await desk.plant();
  const [strange] = (await openMasterKeyFile(join(dataDir, 'other'))).masterKeys();
  await desk.account.execute(`UPDATE administrators SET totp_secret = NULL, totp_enabled_at = NULL;
    DELETE FROM outbox`);
  await expect(requireSecretKeys(database, () => [strange])).rejects.toThrow(
    /^MASTER_KEY: \d+ secrets in wallets.private_key were sealed under another master key/,
  );
  await requireSecretKeys(database, operator.masterKeys);
});
