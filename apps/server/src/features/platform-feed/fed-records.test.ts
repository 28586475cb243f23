import { createHash } from 'node:crypto';
import { FEED_READ_SCOPE, FEED_SCOPE } from '@halyard/contract/platform-feed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import {
  connectPlatform,
  type TestPlatform,
  testMerchant,
  testOrder,
  testTransaction,
  testUser,
  testWallet,
  uuidOf,
} from '../../../test/test-platform.ts';

let test: TestApplication;
let platform: TestPlatform;

const ORDERS = [
  testOrder(3, { createdAt: '2026-01-03T23:59:59.999Z', amount: '0.100', merchantOrderId: 'ä<b>\u202E' }),
  testOrder(2, { createdAt: '2026-01-03T00:00:00.000Z', status: 'paid', paidAt: '2026-01-03T00:10:00.000Z' }),
  testOrder(4, {
    createdAt: '2026-01-04T00:00:00.000Z',
    testnet: true,
    network: 'ETH',
    serviceFeeRate: '0.02',
  }),
];

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test, [FEED_SCOPE, FEED_READ_SCOPE]);
  await platform.feed({
    users: [testUser(1)],
    merchants: [testMerchant(1, { userUuid: uuidOf(1) })],
    orders: ORDERS,
    wallets: [testWallet(1)],
    transactions: [testTransaction(1, { orderUuid: uuidOf(2), counterparty: '0xabc' })],
  });
});
afterAll(async () => await test.close());

describe('days of records', () => {
  it('have counts and checksums that the platform can compute', async () => {
    const { status, body } = await platform.get('/records/orders?from=2026-01-03&to=2026-01-31');
    expect(status).toBe(200);
    expect(body.fields.slice(0, 3)).toEqual(['uuid', 'merchantUuid', 'merchantOrderId']);
    const lines = [
      [
        uuidOf(2),
        uuidOf(1),
        'A-2',
        'paid',
        'TRON',
        'false',
        'USDT',
        '100',
        '100',
        '2026-01-03T00:00:00.000Z',
        '2026-01-03T00:10:00.000Z',
      ],
      [
        uuidOf(3),
        uuidOf(1),
        'ä<b>\u202E',
        'pending',
        'TRON',
        'false',
        'USDT',
        '0.1',
        '100',
        '2026-01-03T23:59:59.999Z',
        '',
      ],
    ].map((values) => values.join('\t'));
    expect(body.days).toEqual([
      {
        day: '2026-01-03',
        records: 2,
        checksum: createHash('sha256').update(lines.join('\n')).digest('hex'),
      },
      { day: '2026-01-04', records: 1, checksum: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  it.each(['users', 'merchants', 'wallets', 'wallet-transactions'])('exist for %s', async (kind) => {
    const { body } = await platform.get(`/records/${kind}?from=2026-01-01&to=2026-01-31`);
    expect(body.days.map(({ records }: { records: number }) => records)).toEqual([1]);
  });

  it('are limited to 31, in order', async () => {
    for (const days of [
      'from=2026-01-01&to=2026-02-01',
      'from=2026-01-02&to=2026-01-01',
      'from=x&to=2026-01-01',
      '',
    ]) {
      expect((await platform.get(`/records/orders?${days}`)).status).toBe(400);
    }
    expect((await platform.get('/records/administrators?from=2026-01-01&to=2026-01-02')).status).toBe(404);
  });
});

describe('one record', () => {
  it('has the fields of the batches', async () => {
    expect((await platform.get(`/records/orders/${uuidOf(4)}`)).body).toEqual({
      ...testOrder(4),
      network: 'ETH',
      testnet: true,
      amountUsd: '100',
      serviceFeeRate: '0.02',
      serviceFee: null,
      refunded: null,
      createdAt: '2026-01-04T00:00:00.000Z',
      paidAt: null,
      updatedAt: null,
    });
    expect((await platform.get(`/records/wallet-transactions/${uuidOf(1)}`)).body).toMatchObject({
      walletUuid: uuidOf(1),
      counterparty: '0xabc',
      orderUuid: uuidOf(2),
    });
    expect((await platform.get(`/records/wallets/${uuidOf(1)}`)).body).toMatchObject({
      address: testWallet(1).address,
    });
    expect((await platform.get(`/records/users/${uuidOf(99)}`)).status).toBe(404);
  });

  it('hides the address of a wallet that was changed from outside', async () => {
    await test.database.query({
      text: `UPDATE wallets SET type = 'outbound' WHERE uuid = $1`,
      values: [uuidOf(1)],
    });
    expect((await platform.get(`/records/wallets/${uuidOf(1)}`)).body).toMatchObject({ address: null });
  });
});

it('a key that writes reads nothing back, and one that reads writes nothing', async () => {
  const path = `/records/orders/${uuidOf(2)}`;
  for (const scope of ['orders', FEED_SCOPE]) {
    const writer = await connectPlatform(test, [scope]);
    expect((await writer.post('/orders', { orders: [testOrder(9)] })).status).toBe(200);
    expect((await writer.get(path)).status).toBe(401);
  }
  const reader = await connectPlatform(test, [FEED_READ_SCOPE]);
  expect((await reader.get(path)).status).toBe(200);
  expect((await reader.post('/orders', { orders: [testOrder(9)] })).status).toBe(401);
});
