import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import {
  connectPlatform,
  type TestPlatform,
  testMerchant,
  testOrder,
  testUser,
  uuidOf,
} from '../../../test/test-platform.ts';

let test: TestApplication;
let platform: TestPlatform;

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
});
afterAll(async () => await test.close());

async function readOrder(number: number) {
  return await test.database.reader
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', uuidOf(number))
    .executeTakeFirst();
}

/** Resolves when this many connections wait for a lock. */
async function waitForLockWaits(wanted: number): Promise<void> {
  const { rows } = await test.database.query({
    text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  });
  if (rows.length < wanted) await waitForLockWaits(wanted);
}

describe('feed of orders', () => {
  const paid = { status: 'paid', paidAt: '2026-01-03T00:10:00.000Z' } as const;

  it('rejects orders of unknown merchants by position', async () => {
    const { status, body } = await platform.post('/orders', {
      orders: [testOrder(400, { merchantUuid: uuidOf(999_999) })],
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { field: 'orders[0].merchantUuid', code: 'unknown_merchant', message: 'Merchant not found' },
    ]);
  });

  // @spec D.132
  it('keeps the fee rate from when the order was created', async () => {
    await platform.feed({
      users: [testUser(410, { initial: { serviceFeeRate: '0.02' } })],
      merchants: [testMerchant(411, { userUuid: uuidOf(410) }), testMerchant(412)],
      orders: [testOrder(413, { merchantUuid: uuidOf(411) }), testOrder(414, { merchantUuid: uuidOf(412) })],
    });
    await test.database.transaction(async (transaction) => {
      await transaction
        .updateTable('users')
        .set({ service_fee_rate: '0.5' })
        .where('id', '=', uuidOf(410))
        .execute();
    });
    await platform.feed({
      orders: [
        testOrder(413, { merchantUuid: uuidOf(411), ...paid }),
        testOrder(414, { merchantUuid: uuidOf(412), ...paid }),
        testOrder(415, { merchantUuid: uuidOf(411), ...paid }),
      ],
    });
    expect(await readOrder(413)).toMatchObject({ service_fee_rate: '0.0200', service_fee_usd: '2.00000000' });
    expect(await readOrder(414)).toMatchObject({ service_fee_rate: '0.0100', service_fee_usd: '1.00000000' });
    expect(await readOrder(415)).toMatchObject({
      service_fee_rate: '0.5000',
      service_fee_usd: '50.00000000',
    });
  });

  it('rejects changes of fixed fields of a paid order and accepts repetitions', async () => {
    await platform.feed({ merchants: [testMerchant(1)] });
    const order = testOrder(420, paid);
    await platform.feed({ orders: [order, testOrder(421)] });

    expect(await platform.post('/orders', { orders: [order] })).toMatchObject({ body: { unchanged: 1 } });
    const changes = [
      [{ status: 'expired', paidAt: null }, 'status'],
      [{ amount: '100.01' }, 'amount'],
      [{ amountUsd: '99' }, 'amountUsd'],
      [{ currency: 'USDC' }, 'currency'],
      [{ network: 'ETH' }, 'network'],
      [{ testnet: true }, 'testnet'],
      [{ paidAt: '2026-01-03T00:11:00.000Z' }, 'paidAt'],
    ] as const;
    for (const [change, field] of changes) {
      const { status, body } = await platform.post('/orders', {
        orders: [testOrder(421, { status: 'cancelled' }), { ...order, ...change }],
      });
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        { field: `orders[1].${field}`, code: 'already_paid', message: 'Cannot change after payment' },
      ]);
    }
    expect(await readOrder(421)).toMatchObject({ status: 'pending' });

    const renamed = await platform.post('/orders', { orders: [{ ...order, merchantOrderId: 'B-1' }] });
    expect(renamed.body).toEqual({ created: 0, updated: 1, unchanged: 0 });
  });

  it('rejects a cancellation sent concurrently with a payment', async () => {
    await platform.feed({ merchants: [testMerchant(1)], orders: [testOrder(425)] });
    const elsewhere = await connectPlatform({ ...test, app: await test.createReplica() });
    const answers = await test.database.transaction(async (transaction) => {
      await transaction.selectFrom('orders').select('id').where('id', '=', uuidOf(425)).forUpdate().execute();
      const payment = platform.post('/orders', { orders: [testOrder(425, paid)] });
      await waitForLockWaits(1);
      const cancellation = elsewhere.post('/orders', { orders: [testOrder(425, { status: 'cancelled' })] });
      await waitForLockWaits(2);
      return [payment, cancellation];
    });
    const [payment, cancellation] = await Promise.all(answers);
    expect(payment?.status).toBe(200);
    expect(cancellation?.body.errors).toMatchObject([{ field: 'orders[0].status', code: 'already_paid' }]);
    expect(await readOrder(425)).toMatchObject({ status: 'paid' });
  });

  it('stores the network MATIC as POLYGON', async () => {
    const { status } = await platform.post('/orders', { orders: [{ ...testOrder(430), network: 'MATIC' }] });
    expect(status).toBe(200);
    expect(await readOrder(430)).toMatchObject({ network: 'POLYGON' });
  });

  it('stores the greatest amount that the contract allows', async () => {
    const amount = `${'9'.repeat(38)}.${'9'.repeat(18)}`;
    const { status } = await platform.post('/orders', {
      orders: [testOrder(440, { ...paid, testnet: true, amount, amountUsd: amount })],
    });
    expect(status).toBe(200);
    expect(await readOrder(440)).toMatchObject({ amount, amount_usd: amount });
  });
});
