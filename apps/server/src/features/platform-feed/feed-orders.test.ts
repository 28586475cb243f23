import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptTotalDifferences } from '../../../test/kept-totals.ts';
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

  it('accepts 1,000 orders and rejects 1,001', async () => {
    const merchant = testMerchant(49_002, { userUuid: uuidOf(49_001) });
    await platform.feed({ users: [testUser(49_001)], merchants: [merchant] });
    const orders = Array.from({ length: 1_001 }, (_, index) =>
      testOrder(50_000 + index, { merchantUuid: merchant.uuid, merchantOrderId: 'x'.repeat(200) }),
    );
    expect(await platform.post('/orders', { orders })).toMatchObject({ status: 400 });
    expect((await platform.post('/orders', { orders: orders.slice(0, 1_000) })).body).toMatchObject({
      created: 1_000,
    });
  });

  it('rejects orders of unknown merchants by position', async () => {
    const { status, body } = await platform.post('/orders', {
      orders: [testOrder(400, { merchantUuid: uuidOf(999_999) })],
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      {
        field: 'orders[0].merchantUuid',
        code: 'unknown_merchant',
        message: 'No merchant with this uuid. Send the merchant first.',
      },
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

  describe('with a fee of their own', () => {
    const own = { ...paid, merchantUuid: uuidOf(451) } as const;
    const feed = async (...orders: ReturnType<typeof testOrder>[]) =>
      (await platform.post('/orders', { orders })).body;
    const feesOf = async (number: number) => {
      const order = await readOrder(number);
      return [order?.service_fee_rate, order?.stated_fee_usd, order?.service_fee_usd];
    };

    beforeAll(async () => {
      await platform.feed({
        users: [testUser(450, { initial: { serviceFeeRate: '0.03' } })],
        merchants: [testMerchant(451, { userUuid: uuidOf(450) })],
      });
    });

    it('uses a sent rate or a sent fee in USD instead of the rate of the user', async () => {
      await platform.feed({
        orders: [
          testOrder(452, { ...own, serviceFeeRate: '0.0125' }),
          testOrder(453, { ...own, serviceFee: '1.234567895' }),
          testOrder(454, { ...own, serviceFee: null, serviceFeeRate: null }),
          testOrder(455, { merchantUuid: uuidOf(451), serviceFee: '100' }),
          testOrder(456, { ...own, serviceFeeRate: '0' }),
        ],
      });
      expect(await feesOf(452)).toEqual(['0.0125', null, '1.25000000']);
      expect(await feesOf(453)).toEqual([null, '1.234567895000000000', '1.23456790']);
      expect(await feesOf(454)).toEqual(['0.0300', null, '3.00000000']);
      expect(await feesOf(455)).toEqual([null, '100.000000000000000000', '0.00000000']);
      expect(await feesOf(456)).toEqual(['0.0000', null, '0.00000000']);
      expect(await keptTotalDifferences(test)).toEqual([]);
    });

    it('keeps a sent fee when the order is sent again without one', async () => {
      const rated = testOrder(460, { merchantUuid: uuidOf(451), serviceFeeRate: '0.5' });
      const stated = testOrder(461, { merchantUuid: uuidOf(451), serviceFee: '7' });
      await platform.feed({ orders: [rated, stated] });
      expect(await feed(rated, { ...stated, serviceFee: '7.000' })).toMatchObject({ unchanged: 2 });
      expect(await feed(testOrder(460, own), testOrder(461, own))).toMatchObject({ updated: 2 });
      expect(await feesOf(460)).toEqual(['0.5000', null, '50.00000000']);
      expect(await feesOf(461)).toEqual([null, '7.000000000000000000', '7.00000000']);
      expect(await feed(testOrder(460, own), testOrder(461, own))).toMatchObject({ unchanged: 2 });
    });

    it('replaces the fee when another one is sent, also after payment', async () => {
      await platform.feed({ orders: [testOrder(465, own), testOrder(466, { ...own, serviceFee: '7' })] });
      const corrected = [
        testOrder(465, { ...own, serviceFee: '2' }),
        testOrder(466, { ...own, serviceFeeRate: '0.02' }),
      ];
      expect(await feed(...corrected)).toMatchObject({ updated: 2 });
      await test.auditInbox.linkAll();
      const entry = await test.database.reader
        .selectFrom('audit_log')
        .select('metadata')
        .orderBy('sequence', 'desc')
        .executeTakeFirst();
      expect(entry?.metadata).toEqual({
        created: 0,
        updated: 2,
        unchanged: 0,
        paidOrdersWithNewFee: 2,
        theirFeesBeforeUsd: '10.00000000',
        theirFeesAfterUsd: '4.00000000',
      });
      expect(await feed(...corrected)).toMatchObject({ unchanged: 2 });
      expect(await feesOf(465)).toEqual([null, '2.000000000000000000', '2.00000000']);
      expect(await feesOf(466)).toEqual(['0.0200', null, '2.00000000']);
      expect(await keptTotalDifferences(test)).toEqual([]);
    });

    it.each([
      [{ serviceFeeRate: '1.0001' }],
      [{ serviceFeeRate: '-0.1' }],
      [{ serviceFeeRate: '0.00001' }],
      [{ serviceFeeRate: 0.1 }],
      [{ serviceFee: '-1' }],
      [{ serviceFee: 1 }],
      [{ serviceFee: '100.000000000000000001' }],
      [{ serviceFee: '1', serviceFeeRate: '0.01' }],
    ])('rejects %j', async (fee) => {
      const { status, body } = await platform.post('/orders', {
        orders: [{ ...testOrder(470, own), ...fee }],
      });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject([{ field: `orders[0].${Object.keys(fee)[0]}` }]);
      expect(await readOrder(470)).toBeUndefined();
    });

    it('rejects an amount below the fee that was sent earlier', async () => {
      await platform.feed({ orders: [testOrder(475, { merchantUuid: uuidOf(451), serviceFee: '60' })] });
      const lower = testOrder(475, { ...own, amountUsd: '50' });
      expect((await feed(lower)).errors).toMatchObject([
        { field: 'orders[0].serviceFee', code: 'out_of_range' },
      ]);
      expect(await feed({ ...lower, serviceFeeRate: '0.6' })).toMatchObject({ updated: 1 });
      expect(await feesOf(475)).toEqual(['0.6000', null, '30.00000000']);
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
        {
          field: `orders[1].${field}`,
          code: 'already_paid',
          message: 'Cannot change after payment. Send the stored value, or leave this order out.',
        },
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

  it('stores the native currency MATIC of Polygon as POL, like its transactions', async () => {
    const matic = { currency: 'MATIC', network: 'POLYGON' } as const;
    const orders = [
      testOrder(431, { ...paid, ...matic }),
      testOrder(432, { currency: 'MATIC', network: 'ETH' }),
    ];
    expect((await platform.post('/orders', { orders })).status).toBe(200);
    expect(await readOrder(431)).toMatchObject({ currency: 'POL' });
    expect(await readOrder(432)).toMatchObject({ currency: 'MATIC' });
  });

  it.each(['MATIC', 'POL'])('accepts a paid order stored as MATIC again as %s', async (currency) => {
    const number = currency === 'POL' ? 433 : 434;
    const order = testOrder(number, { ...paid, network: 'POLYGON', currency });
    await platform.feed({ orders: [order] });
    await sql`UPDATE orders SET currency = 'MATIC' WHERE id = ${order.uuid}`.execute(test.database.reader);
    await platform.feed({ orders: [order] });
    expect(await readOrder(number)).toMatchObject({ currency: 'POL' });
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
