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
} from '../../../test/test-platform.ts';

let test: TestApplication;
let platform: TestPlatform;

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
  await platform.feed({ users: [testUser(1)], merchants: [testMerchant(1)], wallets: [testWallet(1)] });
});
afterAll(async () => await test.close());

const at = (minute: number) => `2026-02-01T00:${String(minute).padStart(2, '0')}:00.000Z`;

describe.each([
  ['users', '/users', 'name', (name: string, rest: object) => testUser(7, { name, ...rest })],
  ['merchants', '/merchants', 'name', (name: string, rest: object) => testMerchant(7, { name, ...rest })],
  [
    'orders',
    '/orders',
    'merchant_order_id',
    (name: string, rest: object) => testOrder(7, { merchantOrderId: name, ...rest }),
  ],
  [
    'transactions',
    '/wallet-transactions',
    'counterparty',
    (name: string, rest: object) => testTransaction(7, { status: 'pending', counterparty: name, ...rest }),
  ],
] as const)('an update of %s', (items, path, column, item) => {
  const table = items === 'transactions' ? 'wallet_transactions' : items;
  async function send(name: string, updatedAt?: string) {
    const { status, body } = await platform.post(path, {
      [items]: [item(name, updatedAt === undefined ? {} : { updatedAt })],
    });
    expect(status).toBe(200);
    const { rows } = await test.database.query({
      text: `SELECT ${column} AS name FROM ${table} WHERE id = $1`,
      values: [item(name, {}).uuid],
    });
    return { ...body, name: rows[0]?.['name'] };
  }

  it('never overwrites a newer one', async () => {
    expect(await send('first', at(10))).toEqual({ created: 1, updated: 0, unchanged: 0, name: 'first' });
    expect(await send('older', at(9))).toEqual({ created: 0, updated: 0, unchanged: 1, name: 'first' });
    expect(await send('newer', at(11))).toMatchObject({ updated: 1, name: 'newer' });
    expect(await send('newer', at(13))).toMatchObject({ name: 'newer' });
    expect(await send('between', at(12))).toMatchObject({ unchanged: 1, name: 'newer' });
    expect(await send('undated')).toMatchObject({ updated: 1, name: 'undated' });
    expect(await send('still older', at(12))).toMatchObject({ unchanged: 1, name: 'undated' });
    expect(await send('same time', at(13))).toMatchObject({ updated: 1, name: 'same time' });
  });
});

describe('a stale update', () => {
  it('is not refused for what has become fixed since', async () => {
    const order = testOrder(8, { status: 'paid', paidAt: at(5), updatedAt: at(5) });
    const payment = testTransaction(8, { orderUuid: order.uuid, updatedAt: at(5) });
    await platform.feed({ orders: [order], transactions: [payment] });
    const older = { ...order, status: 'pending', paidAt: null, amount: '7', updatedAt: at(4) };
    expect((await platform.post('/orders', { orders: [older] })).body).toMatchObject({ unchanged: 1 });
    const unconfirmed = { ...payment, status: 'pending', amount: '7', updatedAt: at(4) };
    expect((await platform.post('/wallet-transactions', { transactions: [unconfirmed] })).body).toMatchObject(
      { unchanged: 1 },
    );
  });

  it('does not count for the limit of merchants', async () => {
    const own = { userUuid: testUser(40).uuid };
    await platform.feed({ users: [testUser(40, { initial: { maxMerchants: 1 } })] });
    const live = testMerchant(40, { ...own, updatedAt: at(10) });
    await platform.feed({ merchants: [live] });
    const staleDeletion = { ...live, deletedAt: at(9), updatedAt: at(9) };
    const { body } = await platform.post('/merchants', {
      merchants: [staleDeletion, testMerchant(41, own)],
    });
    expect(body).toMatchObject({
      status: 'merchant_limit_reached',
      errors: [{ field: 'merchants[1].userUuid' }],
    });

    const deleted = { ...live, deletedAt: at(11), updatedAt: at(11) };
    await platform.feed({ merchants: [deleted, testMerchant(41, own)] });
    expect((await platform.post('/merchants', { merchants: [live] })).body).toMatchObject({ unchanged: 1 });
  });

  it('is not refused for a block since', async () => {
    const user = testUser(42);
    const [own, other] = [testMerchant(42, { userUuid: user.uuid }), testMerchant(43)];
    const blockedAt = at(20);
    const createdAt = at(30);
    const order = testOrder(42, { merchantUuid: other.uuid, createdAt, updatedAt: at(40) });
    await platform.feed({
      users: [testUser(42, { initial: { blocked: { reason: 'other', at: blockedAt } } })],
      merchants: [own, other],
      orders: [order],
    });
    const older = { ...order, merchantUuid: own.uuid, updatedAt: at(39) };
    expect((await platform.post('/orders', { orders: [older] })).body).toMatchObject({ unchanged: 1 });
  });

  it('has a time that the product can store', async () => {
    const order = testOrder(9, { updatedAt: '1600-01-01T00:00:00Z' });
    expect((await platform.post('/orders', { orders: [order] })).body).toMatchObject({
      errors: [{ field: 'orders[0].updatedAt', code: 'out_of_range' }],
    });
  });
});

it('only a refund names the payment that it returns', async () => {
  const payment = testTransaction(20, { refundOf: testTransaction(8).uuid });
  expect((await platform.post('/wallet-transactions', { transactions: [payment] })).body).toMatchObject({
    errors: [{ field: 'transactions[0].refundOf' }],
  });
});
