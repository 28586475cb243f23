import { randomUUID } from 'node:crypto';
import { NETWORKS } from '@halyard/contract/networks';
import { SigningKey } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptTotalDifferences } from '../../../test/kept-totals.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import {
  connectPlatform,
  privateKeyOf,
  type TestPlatform,
  testWallet,
  testWalletLock,
  uuidOf,
} from '../../../test/test-platform.ts';
import { openSecret } from '../../infra/crypto/envelope.ts';
import { createEnvironmentKeyWrapper } from '../../infra/crypto/key-wrapper.ts';
import { walletKeyOwner } from '../../infra/crypto/wallet-key-owner.ts';

const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let test: TestApplication;
let platform: TestPlatform;

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
});
afterAll(async () => {
  expect(await keptTotalDifferences(test)).toEqual([]);
  await test.close();
});

async function readWallet(number: number) {
  return await test.database.reader
    .selectFrom('wallets')
    .selectAll()
    .where('uuid', '=', uuidOf(number))
    .executeTakeFirst();
}

async function entries() {
  await test.auditInbox.linkAll();
  const { rows } = await test.database.query<{ action: string; metadata: Record<string, number> }>({
    text: `SELECT action, metadata FROM audit_log WHERE action LIKE 'platform_feed.wallet%' ORDER BY sequence`,
  });
  return rows;
}

const withKey = (number: number, rest: Parameters<typeof testWallet>[1] = {}) =>
  testWallet(number, { privateKey: privateKeyOf(number), ...rest });

/** Expects that a batch is rejected with this error for its last wallet and stores nothing. */
async function refuses(wallet: object, field: string, code: string) {
  const bystander = randomUUID();
  const { status, body } = await platform.post('/wallets', {
    wallets: [{ ...testWallet(9_000), uuid: bystander }, wallet],
  });
  expect(status).toBe(400);
  expect(body.errors).toEqual([{ field: `wallets[1].${field}`, code, message: expect.any(String) }]);
  const kept = await test.database.reader
    .selectFrom('wallets')
    .select('id')
    .where('uuid', '=', bystander)
    .execute();
  expect(kept).toEqual([]);
  return body;
}

describe('feed of wallets', () => {
  // @spec D.159
  it.each(NETWORKS)('stores a %s wallet with its private key sealed for this wallet', async (network) => {
    const number = 100 + NETWORKS.indexOf(network);
    const sent = withKey(number, { network, type: 'outbound' });
    const { body } = await platform.post('/wallets', { wallets: [sent] });
    expect(body).toEqual({ created: 1, updated: 0, unchanged: 0 });

    const stored = await readWallet(number);
    const { publicKey } = new SigningKey(`0x${privateKeyOf(number)}`);
    expect(stored).toMatchObject({
      network,
      type: 'outbound',
      address: sent.address,
      created_at: new Date(sent.createdAt),
      public_key: publicKey,
      locked_at: null,
    });
    const owner = walletKeyOwner({ uuid: sent.uuid, network, address: sent.address });
    expect(stored?.key_owner).toBe(owner.id);
    const keys = createEnvironmentKeyWrapper(test.masterKeys);
    const opened = await openSecret(keys, owner, stored?.private_key ?? Buffer.of());
    expect(opened.toString('hex')).toBe(privateKeyOf(number));
  });

  it('writes nothing if only the spelling of address, time and key differs', async () => {
    const wallet = withKey(120);
    await platform.feed({ wallets: [wallet] });
    const before = [await readWallet(120), await entries()];
    const again = {
      ...wallet,
      uuid: wallet.uuid.toUpperCase(),
      address: wallet.address.toLowerCase(),
      createdAt: '2026-01-02T02:00:00+02:00',
      privateKey: `0x${privateKeyOf(120).toUpperCase()}`,
    };
    for (const sent of [again, wallet, { ...wallet, privateKey: undefined }]) {
      const { body } = await platform.post('/wallets', { wallets: [sent] });
      expect(body).toEqual({ created: 0, updated: 0, unchanged: 1 });
    }
    expect([await readWallet(120), await entries()]).toEqual(before);
  });

  // @spec D.158
  it('accepts a missing private key later, only once, and audits the number of keys', async () => {
    await platform.feed({ wallets: [testWallet(130)] });
    expect(await readWallet(130)).toMatchObject({ private_key: null, public_key: null });
    const { body } = await platform.post('/wallets', {
      wallets: [withKey(130), withKey(131), testWallet(132)],
    });
    expect(body).toEqual({ created: 2, updated: 1, unchanged: 0 });
    const stored = await readWallet(130);
    expect(stored?.private_key).toBeInstanceOf(Buffer);
    await platform.feed({ wallets: [withKey(130), withKey(133)] });
    expect(await readWallet(130)).toEqual(stored);
    expect((await entries()).slice(-3)).toEqual([
      { action: 'platform_feed.wallets', metadata: { created: 1, updated: 0, unchanged: 0, keysTaken: 0 } },
      { action: 'platform_feed.wallets', metadata: { created: 2, updated: 1, unchanged: 0, keysTaken: 2 } },
      { action: 'platform_feed.wallets', metadata: { created: 1, updated: 0, unchanged: 1, keysTaken: 1 } },
    ]);
  });

  // @spec D.143
  it('stores EVM addresses with checksum and MATIC as POLYGON', async () => {
    const sent = { ...testWallet(140), network: 'MATIC', address: CHECKSUMMED.toLowerCase() };
    await platform.feed({ wallets: [sent] });
    expect(await readWallet(140)).toMatchObject({ network: 'POLYGON', address: CHECKSUMMED });
  });

  it('accepts the same address on different networks', async () => {
    const networks = ['ETH', 'POLYGON', 'BSC'] as const;
    const privateKey = privateKeyOf(150);
    const { address } = testWallet(150);
    const wallets = networks.map((network, index) =>
      testWallet(150 + index, { network, address, privateKey }),
    );
    const { body } = await platform.post('/wallets', { wallets });
    expect(body).toEqual({ created: 3, updated: 0, unchanged: 0 });
  });

  it.each([
    ['an address with a wrong checksum', 'ETH', CHECKSUMMED.replace('aA', 'AA')],
    ["another network's address", 'BSC', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ["another network's address", 'TRON', CHECKSUMMED],
    ['an address with a wrong checksum', 'TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s'],
    ['an arbitrary address', 'ETH', '0x<script>'],
  ] as const)('rejects %s on %s', async (_, network, address) => {
    await refuses(testWallet(160, { network, address }), 'address', 'invalid_address');
  });

  it.each([
    ['for another wallet', privateKeyOf(1)],
    ['beyond the curve', 'f'.repeat(64)],
    ['of zero', '0'.repeat(64)],
  ])('rejects a private key %s without repeating it', async (_, privateKey) => {
    for (const network of ['ETH', 'TRON'] as const) {
      const body = await refuses(testWallet(161, { network, privateKey }), 'privateKey', 'key_mismatch');
      expect(JSON.stringify(body)).not.toContain(privateKey);
    }
  });

  // @spec D.158
  it('rejects a malformed private key without repeating it', async () => {
    for (const privateKey of [`${privateKeyOf(162)}0`, privateKeyOf(162).slice(1), `${privateKeyOf(162)} `]) {
      const body = await refuses(testWallet(162, { privateKey }), 'privateKey', 'invalid_format');
      expect(JSON.stringify(body)).not.toContain(privateKeyOf(162).slice(8));
    }
  });

  it('rejects changes of network, type, address and creation time', async () => {
    await platform.feed({ wallets: [testWallet(170), testWallet(171, { network: 'TRON' })] });
    const { address } = testWallet(172);
    await refuses(testWallet(170, { type: 'outbound' }), 'type', 'already_known');
    await refuses(testWallet(170, { address }), 'address', 'already_known');
    await refuses(testWallet(170, { createdAt: '2026-01-02T00:00:00.001Z' }), 'createdAt', 'already_known');
    await refuses({ ...testWallet(170), network: 'BSC' }, 'network', 'already_known');
  });

  it('rejects an address that another wallet has on the same network', async () => {
    await platform.feed({ wallets: [testWallet(180), testWallet(181, { network: 'TRON' })] });
    for (const number of [180, 181]) {
      const { network, address } = testWallet(number, number === 181 ? { network: 'TRON' } : {});
      await refuses(testWallet(182, { network, address }), 'address', 'address_taken');
    }
    await refuses(
      testWallet(182, { address: testWallet(180).address.toLowerCase() }),
      'address',
      'address_taken',
    );
  });

  it('rejects a batch that contains a wallet twice, by uuid or by address', async () => {
    const { address } = testWallet(190);
    const { body: byAddress } = await platform.post('/wallets', {
      wallets: [testWallet(190), testWallet(191, { address: address.toLowerCase() })],
    });
    expect(byAddress.errors).toEqual([
      {
        field: 'wallets[1].address',
        code: 'duplicate',
        message: 'Duplicate of wallets[0].address. Send each only once per batch.',
      },
    ]);
    const { body: byUuid } = await platform.post('/wallets', { wallets: [testWallet(190), testWallet(190)] });
    expect(byUuid.errors).toMatchObject([{ field: 'wallets[1].uuid', code: 'duplicate' }]);
    expect(await readWallet(190)).toBeUndefined();
  });

  it('stores wallets once when two processes receive them concurrently', async () => {
    const elsewhere = await connectPlatform({ ...test, app: await test.createReplica() });
    const wallets = Array.from({ length: 100 }, (_, index) =>
      withKey(1_000 + index, { network: index % 2 ? 'TRON' : 'ETH' }),
    );
    const answers = await Promise.all(
      Array.from({ length: 6 }, async (_, run) =>
        (run % 2 ? platform : elsewhere).post('/wallets', {
          wallets: run % 3 ? wallets : wallets.toReversed(),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(100);
  });
});

it('never writes a plain private key to the database, the audit log or the log', async () => {
  const taken = privateKeyOf(200);
  const mismatched = privateKeyOf(201);
  await platform.feed({ wallets: [withKey(200)] });
  await platform.post('/wallets', { wallets: [testWallet(202, { privateKey: mismatched })] });
  await platform.post('/wallets', { wallets: [testWallet(202, { privateKey: `${mismatched}00` })] });
  await platform.post('/wallets', { wallets: [{ ...testWallet(202), secret: mismatched }] });

  const { rows } = await test.database.query<{ text: string }>({
    text: `SELECT wallets::text FROM wallets UNION ALL SELECT audit_log::text FROM audit_log`,
  });
  const everything = rows.map(({ text }) => text).join('\n') + test.logged();
  for (const key of [taken, mismatched]) {
    const bytes = Buffer.from(key, 'hex');
    for (const form of [key, bytes.toString('base64'), bytes.reverse().toString('hex')])
      expect(everything.toLowerCase()).not.toContain(form.toLowerCase());
  }
});

describe('feed of wallet locks', () => {
  const lockOf = async (number: number) => {
    const wallet = await readWallet(number);
    return [wallet?.locked_merchant_id, wallet?.lock_currency, wallet?.lock_network_id, wallet?.locked_at];
  };
  const free = { walletUuid: uuidOf(300), lock: null };

  // @spec D.156
  it('sets, changes, clears and recognizes a lock', async () => {
    await platform.feed({ wallets: [testWallet(300), testWallet(301)] });
    const lock = testWalletLock({ walletUuid: uuidOf(300) });
    const send = async (locks: readonly object[]) => (await platform.post('/wallet-locks', { locks })).body;

    const changed = { created: 0, updated: 1, unchanged: 0 };
    expect(await send([lock])).toEqual(changed);
    expect(await lockOf(300)).toEqual([uuidOf(1), 'USDT', 'ETH', new Date('2026-01-03T00:00:00.000Z')]);
    const before = (await entries()).length;
    expect(await send([lock, { walletUuid: uuidOf(301), lock: null }])).toEqual({
      created: 0,
      updated: 0,
      unchanged: 2,
    });
    expect(await entries()).toHaveLength(before);

    expect(await send([{ ...lock, lock: { ...lock.lock, currency: 'ETH' } }])).toEqual(changed);
    expect((await lockOf(300))[1]).toBe('ETH');
    expect(await send([free])).toEqual(changed);
    expect(await lockOf(300)).toEqual([null, null, null, null]);
    expect((await entries()).at(-1)).toEqual({ action: 'platform_feed.wallet_locks', metadata: changed });
  });

  it('rejects unknown wallets, duplicates and out-of-range times', async () => {
    await platform.feed({ wallets: [testWallet(300)] });
    const lock = testWalletLock({ walletUuid: uuidOf(300) });
    const errorsOf = async (locks: readonly object[]) => {
      const { status, body } = await platform.post('/wallet-locks', { locks });
      expect(status).toBe(400);
      return body.errors;
    };
    expect(await errorsOf([lock, { ...lock, walletUuid: uuidOf(999_999) }])).toEqual([
      {
        field: 'locks[1].walletUuid',
        code: 'unknown_wallet',
        message: 'No wallet with this uuid. Send the wallet first.',
      },
    ]);
    expect(await errorsOf([lock, free])).toEqual([
      {
        field: 'locks[1].walletUuid',
        code: 'duplicate',
        message: 'Duplicate of locks[0].walletUuid. Send each only once per batch.',
      },
    ]);
    const never = { ...lock, lock: { ...lock.lock, lockedAt: '1969-12-31T23:59:59Z' } };
    expect(await errorsOf([never])).toMatchObject([
      { field: 'locks[0].lock.lockedAt', code: 'out_of_range' },
    ]);
    expect(await lockOf(300)).toEqual([null, null, null, null]);
  });

  it('does not deadlock with private keys sent concurrently to two processes', async () => {
    const elsewhere = await connectPlatform({ ...test, app: await test.createReplica() });
    const numbers = Array.from({ length: 40 }, (_, index) => 400 + index);
    await platform.feed({ wallets: numbers.map((number) => testWallet(number)) });
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, run) => {
        const order = run % 2 ? numbers : numbers.toReversed();
        const to = run % 3 ? platform : elsewhere;
        if (run === 5) return await to.post('/wallets', { wallets: order.map((number) => withKey(number)) });
        const lock = run % 4 ? testWalletLock().lock : null;
        const locks = order.map((number) => ({ walletUuid: uuidOf(number), lock }));
        return await to.post('/wallet-locks', { locks });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  });
});
