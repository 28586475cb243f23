import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BackupDesk, openBackupDesk } from '../../../../test/backup-desk.ts';
import { type PlantedWallet, plantWallet, tracesOf } from '../../../../test/planted-wallet.ts';
import { deriveWallet } from '../../../infra/chain/wallet-address.ts';
import { createEnvironmentKeyWrapper } from '../../../infra/crypto/key-wrapper.ts';
import { fixedMasterKeys } from '../../../infra/crypto/master-keys.ts';
import { openWalletKey } from './open-wallet-key.ts';
import { findWallet } from './wallet-backup-store.ts';

let desk: BackupDesk;
beforeAll(async () => {
  desk = await openBackupDesk();
});
afterAll(async () => await desk.account.test.close());
beforeEach(async () => await desk.account.putBack());

async function change(wallet: PlantedWallet, assignment: ReturnType<typeof sql>): Promise<void> {
  await desk.account.test.database.transaction((transaction) =>
    sql`UPDATE wallets SET ${assignment} WHERE uuid = ${wallet.uuid}`.execute(transaction),
  );
}

async function envelopeOf({ uuid }: PlantedWallet): Promise<Buffer> {
  const row = await desk.account.test.database.reader
    .selectFrom('wallets')
    .select('private_key')
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  return row.private_key ?? Buffer.alloc(0);
}

/** Expects a refused backup. Uses the wallet's id, which no test tampers with. */
async function refuses(
  wallet: PlantedWallet,
  refusal: { readonly httpCode: number; readonly status: string; readonly reason: string },
  secrets = [wallet.secret],
): Promise<void> {
  const { httpCode, status, reason } = refusal;
  const { test, newEntries } = desk.account;
  await test.deliverMail();
  await newEntries();
  const loggedBefore = test.logged().length;
  const answer = await desk.backUp(wallet);
  expect([answer.status, answer.body.status]).toEqual([httpCode, status]);
  const entries = await newEntries();
  expect(entries).toMatchObject([
    { action: 'wallet.backup_attempt', status: 'partial' },
    { action: 'wallet.backup', status: 'failure', resource_id: wallet.id, metadata: { reason } },
  ]);
  const logged = test.logged().slice(loggedBefore);
  expect(logged).toContain(`"requestId":"${answer.headers['x-request-id']}","walletId":${wallet.id}`);
  expect(logged).toMatch(new RegExp(`"level":50[^\n]*"reason":"${reason}"`));
  expect(await test.deliverMail()).toEqual([]);
  const count = await test.database.query({
    text: 'SELECT FROM wallets WHERE id = $1 AND backup_count = 0 AND last_backup_at IS NULL',
    values: [wallet.id],
  });
  expect(count.rowCount).toBe(1);
  const told = JSON.stringify([answer.body, answer.headers, entries, logged]).toLowerCase();
  for (const secret of secrets) for (const trace of tracesOf(secret)) expect(told).not.toContain(trace);
}

const DOES_NOT_OPEN = { httpCode: 500, status: 'integrity_error', reason: 'envelope_does_not_open' };
const OTHER_WALLET = { httpCode: 500, status: 'integrity_error', reason: 'derives_another_wallet' };
const NO_MASTER_KEY = { httpCode: 503, status: 'unavailable', reason: 'master_key_unavailable' };

describe('tampered wallet rows', () => {
  // @spec D.71
  it('rejects an envelope moved from another wallet', async () => {
    const [wallet, other] = [await desk.plant(), await desk.plant()];
    await change(wallet, sql`private_key = ${await envelopeOf(other)}`);
    await refuses(wallet, DOES_NOT_OPEN, [wallet.secret, other.secret]);
  });

  it('rejects an envelope and public key moved together', async () => {
    const [wallet, other] = [await desk.plant(), await desk.plant()];
    await change(wallet, sql`private_key = ${await envelopeOf(other)}, public_key = ${other.publicKey}`);
    await refuses(wallet, DOES_NOT_OPEN, [wallet.secret, other.secret]);
  });

  it.each([0, 1, 2, 3, 10, 11, 22, 23, 38, 39, 70, 71, 82, 83, 98, 99, 130])(
    'rejects a change to byte %i of the envelope',
    async (at) => {
      const wallet = await desk.plant();
      const envelope = await envelopeOf(wallet);
      envelope[at] = (envelope[at] ?? 0) ^ 0x40;
      await change(wallet, sql`private_key = ${envelope}`);
      await refuses(wallet, DOES_NOT_OPEN);
    },
  );

  it('rejects any flipped bit or truncation of the envelope', async () => {
    const wallet = await desk.plant();
    const { database, masterKeys } = desk.account.test;
    const keys = createEnvironmentKeyWrapper(masterKeys);
    const found = await findWallet(database.reader, wallet.id);
    if (found?.sealedKey == null) throw new Error('the wallet was planted with its key');
    const { sealedKey } = found;
    const opened = async (bytes: Buffer) =>
      await openWalletKey(keys, { ...found, sealedKey: Buffer.from(bytes) });
    expect(await opened(sealedKey)).toMatchObject({ privateKey: wallet.secret.toString('hex') });
    for (let bit = 0; bit < sealedKey.length * 8; bit++) {
      const changed = Buffer.from(sealedKey);
      const at = bit >> 3;
      changed[at] = (changed[at] ?? 0) ^ (1 << (bit & 7));
      expect([bit, await opened(changed)]).toEqual([bit, 'envelope_does_not_open']);
    }
    for (let length = 0; length < sealedKey.length; length++) {
      expect(await opened(sealedKey.subarray(0, length))).toBe('envelope_does_not_open');
    }
  });

  // @spec D.71
  it('rejects a changed address', async () => {
    const wallet = await desk.plant();
    await change(wallet, sql`address = ${deriveWallet('ETH', randomBytes(32)).address}`);
    await refuses(wallet, DOES_NOT_OPEN);
  });

  it('rejects a changed network', async () => {
    const wallet = await desk.plant();
    await change(wallet, sql`network = 'BSC'`);
    await refuses(wallet, DOES_NOT_OPEN);
  });

  it('rejects a changed UUID', async () => {
    const wallet = await desk.plant();
    await change(wallet, sql`uuid = ${randomUUID()}`);
    expect((await desk.backUp(wallet)).body.status).toBe('integrity_error');
  });

  it('rejects a changed public key', async () => {
    const wallet = await desk.plant();
    const { publicKey } = deriveWallet('ETH', randomBytes(32));
    await change(wallet, sql`public_key = ${publicKey}`);
    await refuses(wallet, OTHER_WALLET);
  });

  it('returns the key of a wallet whose row was restored to an older copy', async () => {
    const wallet = await desk.plant();
    const older = await envelopeOf(wallet);
    await change(wallet, sql`private_key = ${await envelopeOf(await desk.plant())}`);
    await change(wallet, sql`private_key = ${older}`);
    expect((await desk.backUp(wallet)).body.privateKey).toBe(`0x${wallet.secret.toString('hex')}`);
  });
});

describe('sealed values that are not the key of the wallet', () => {
  it.each([
    ['the key of another', randomBytes(32)],
    ['no key: zero', Buffer.alloc(32)],
    ['no key: beyond the order of the curve', Buffer.alloc(32, 0xff)],
    ['a key cut off', randomBytes(31)],
    ['nothing', Buffer.alloc(0)],
  ])('rejects %s', async (_name, sealed) => {
    const wallet = await desk.plant({ sealed });
    await refuses(wallet, OTHER_WALLET, sealed.length > 8 ? [wallet.secret, sealed] : [wallet.secret]);
  });
});

it('a backup fails only for a wallet whose master key is missing', async () => {
  const { database } = desk.account.test;
  const elsewhere = await plantWallet({ database, masterKeys: fixedMasterKeys(randomBytes(32)) });
  const here = await desk.plant();
  await refuses(elsewhere, NO_MASTER_KEY);
  const answer = await desk.backUp(elsewhere);
  expect(answer.headers['retry-after']).toBe('10');
  expect((await desk.backUp(here)).status).toBe(200);
  expect((await (await desk.account.openSession()).get('/users')).status).toBe(200);
});
