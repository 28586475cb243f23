import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptTotalDifferences } from '../../../test/kept-totals.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import {
  connectPlatform,
  type TestPlatform,
  testMerchant,
  testOrder,
  testTransaction,
  testWallet,
  uuidOf,
} from '../../../test/test-platform.ts';

let test: TestApplication;
let platform: TestPlatform;

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
  await platform.feed({
    merchants: [testMerchant(1)],
    orders: [testOrder(1), testOrder(2), testOrder(3)],
    wallets: [1, 2, 3, 4, 5].map((number) =>
      testWallet(number, { type: number === 2 ? 'outbound' : 'inbound' }),
    ),
  });
});
afterAll(async () => {
  expect(await keptTotalDifferences(test)).toEqual([]);
  await test.close();
});

async function readTransaction(number: number) {
  return await test.database.reader
    .selectFrom('wallet_transactions')
    .selectAll()
    .where('id', '=', uuidOf(number))
    .executeTakeFirst();
}

const send = async (...transactions: readonly object[]) =>
  await platform.post('/wallet-transactions', { transactions });

/** Returns the confirmed and in-flight mainnet totals of a wallet, by asset. */
async function ledgerOf(number: number) {
  const { rows } = await test.database.query<{ symbol: string; balance: string; in_flight: string }>({
    text: `SELECT symbol, trim_scale(balance)::text AS balance, trim_scale(in_flight)::text AS in_flight
      FROM wallet_ledger WHERE wallet_id = (SELECT id FROM wallets WHERE uuid = $1)`,
    values: [uuidOf(number)],
  });
  return Object.fromEntries(rows.map(({ symbol, balance, in_flight }) => [symbol, [balance, in_flight]]));
}

const CREATED = { created: 1, updated: 0, unchanged: 0 };
const UPDATED = { created: 0, updated: 1, unchanged: 0 };
const UNCHANGED = { created: 0, updated: 0, unchanged: 1 };

describe('feed of wallet transactions', () => {
  // @spec D.141, D.156
  it('stores all fields and recognizes another spelling of the same values', async () => {
    const sent = testTransaction(100, {
      direction: 'outgoing',
      type: 'refund',
      amount: '12.500000000000000001',
      amountUsd: '12.5',
      networkFee: '0.002',
      orderUuid: uuidOf(1),
    });
    expect((await send(sent)).body).toEqual(CREATED);
    expect(await readTransaction(100)).toMatchObject({
      direction: 'outgoing',
      status: 'confirmed',
      type: 'refund',
      testnet: false,
      hash: sent.hash,
      currency: 'USDT',
      amount: '12.500000000000000001',
      amount_usd: '12.500000000000000000',
      network_fee: '0.002000000000000000',
      order_id: uuidOf(1),
      created_at: new Date(sent.createdAt),
    });
    const again = { ...sent, amountUsd: '12.500', createdAt: '2026-01-03T01:00:00+01:00' };
    expect((await send(again)).body).toEqual(UNCHANGED);
  });

  // @spec D.142
  it('accepts any change until confirmation and updates the totals', async () => {
    await send(testTransaction(110, { walletUuid: uuidOf(3), status: 'pending', currency: 'USDC' }));
    expect(await ledgerOf(3)).toEqual({ USDC: ['0', '100'] });
    const moved = testTransaction(110, { walletUuid: uuidOf(4), status: 'confirming', amount: '7' });
    expect((await send(moved)).body).toEqual(UPDATED);
    expect(await ledgerOf(3)).toEqual({ USDC: ['0', '0'] });
    expect(await ledgerOf(4)).toEqual({ USDT: ['0', '7'] });
    expect((await send({ ...moved, status: 'confirmed' })).body).toEqual(UPDATED);
    expect(await ledgerOf(4)).toEqual({ USDT: ['7', '0'] });
  });

  it.each([
    ['walletUuid', { walletUuid: uuidOf(2) }],
    ['direction', { direction: 'outgoing' }],
    ['type', { type: 'adjustment' }],
    ['testnet', { testnet: true }],
    ['hash', { hash: null }],
    ['currency', { currency: 'USDC' }],
    ['amount', { amount: '100.01' }],
    ['amountUsd', { amountUsd: null }],
    ['networkFee', { networkFee: '0.1' }],
    ['orderUuid', { orderUuid: uuidOf(2) }],
    ['orderUuid', { orderUuid: null }],
    ['createdAt', { createdAt: '2026-01-03T00:00:00.001Z' }],
  ] as const)('rejects a change of %s after confirmation with its whole batch', async (field, change) => {
    const stored = testTransaction(120, { orderUuid: uuidOf(1) });
    await platform.feed({ transactions: [stored, testTransaction(121, { status: 'pending' })] });
    const { status, body } = await send(testTransaction(121, { status: 'confirming' }), {
      ...stored,
      ...change,
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      {
        field: `transactions[1].${field}`,
        code: 'already_confirmed',
        message: 'Cannot change after confirmation. Send the stored value, or leave this transaction out.',
      },
    ]);
    expect(await readTransaction(121)).toMatchObject({ status: 'pending' });
  });

  it('accepts the order of a confirmed payment, and the payment of a confirmed refund, later', async () => {
    const payment = testTransaction(125);
    const refund = testTransaction(126, { direction: 'outgoing', type: 'refund', amount: '40' });
    await platform.feed({ transactions: [payment, refund] });
    expect((await send({ ...payment, orderUuid: uuidOf(1) })).body).toEqual(UPDATED);
    expect((await send({ ...refund, refundOf: payment.uuid })).body).toEqual(UPDATED);
    expect(await readTransaction(125)).toMatchObject({ order_id: uuidOf(1) });
    expect(await readTransaction(126)).toMatchObject({ order_id: uuidOf(1), refund_of: payment.uuid });
  });

  describe("a refund that has its payment's order", () => {
    const orderOf = async (number: number) => (await readTransaction(number))?.order_id;
    const paymentTo = (number: number, orderUuid: string) =>
      testTransaction(number, { status: 'confirming', orderUuid });
    const refundOf = (payment: { uuid: string }, number: number, rest: object = {}) =>
      testTransaction(number, { direction: 'outgoing', type: 'refund', refundOf: payment.uuid, ...rest });

    it('follows the payment to another order, and the same refund again changes nothing', async () => {
      const payment = paymentTo(500, uuidOf(1));
      const refund = refundOf(payment, 501);
      const elsewhere = refundOf(payment, 502, { orderUuid: uuidOf(3) });
      await platform.feed({ transactions: [payment, refund, elsewhere] });
      for (const orderUuid of [uuidOf(2), null, uuidOf(1)]) {
        expect((await send({ ...payment, orderUuid })).body).toEqual(UPDATED);
        expect([await orderOf(501), await orderOf(502)]).toEqual([orderUuid, uuidOf(3)]);
        expect((await send(refund)).body).toEqual(UNCHANGED);
        expect((await send(elsewhere)).body).toEqual(UNCHANGED);
      }
    });

    it('follows the payment in the same batch', async () => {
      const payment = paymentTo(510, uuidOf(1));
      const refund = refundOf(payment, 511);
      await platform.feed({ transactions: [payment, refund] });
      const batch = [refund, { ...payment, orderUuid: uuidOf(2) }];
      expect((await send(...batch)).body).toEqual({ created: 0, updated: 2, unchanged: 0 });
      expect(await orderOf(511)).toBe(uuidOf(2));
      expect((await send(...batch)).body).toEqual({ created: 0, updated: 0, unchanged: 2 });
    });

    it('keeps an order that it names, in the batch that moves the payment or later', async () => {
      const payment = paymentTo(520, uuidOf(1));
      const refund = refundOf(payment, 521, { orderUuid: uuidOf(1) });
      await platform.feed({ transactions: [payment, refund] });
      await platform.feed({ transactions: [{ ...payment, orderUuid: uuidOf(2) }, refund] });
      expect(await orderOf(521)).toBe(uuidOf(1));
      await platform.feed({ transactions: [{ ...payment, orderUuid: uuidOf(1) }] });
      await platform.feed({ transactions: [{ ...payment, orderUuid: uuidOf(2) }] });
      await platform.feed({ transactions: [refund] });
      expect(await orderOf(521)).toBe(uuidOf(1));
      expect((await send(refund)).body).toEqual(UNCHANGED);
    });
  });

  it('gives a refund the order of the stored payment if the one in its batch is older', async () => {
    const payment = testTransaction(530, {
      status: 'confirming',
      orderUuid: uuidOf(1),
      updatedAt: '2026-01-03T00:10:00.000Z',
    });
    await platform.feed({ transactions: [payment] });
    const older = { ...payment, orderUuid: uuidOf(2), updatedAt: '2026-01-03T00:09:00.000Z' };
    const refund = testTransaction(531, { direction: 'outgoing', type: 'refund', refundOf: payment.uuid });
    expect((await send(older, refund)).body).toEqual({ created: 1, updated: 0, unchanged: 1 });
    expect(await readTransaction(531)).toMatchObject({ order_id: uuidOf(1) });
  });

  it('names a wrong transaction by its position, also after an older one', async () => {
    const payment = testTransaction(540, { orderUuid: uuidOf(1), updatedAt: '2026-01-03T00:10:00.000Z' });
    const other = testTransaction(541);
    await platform.feed({ transactions: [payment, other] });
    const { body } = await send(
      { ...payment, updatedAt: '2026-01-03T00:09:00.000Z' },
      { ...other, amount: '7' },
      testTransaction(542, { walletUuid: uuidOf(999_999) }),
    );
    expect(body.errors).toMatchObject([
      { field: 'transactions[2].walletUuid', code: 'unknown_wallet' },
      { field: 'transactions[1].amount', code: 'already_confirmed' },
    ]);
  });

  it('accepts dropping a confirmed transaction', async () => {
    await platform.feed({ transactions: [testTransaction(130, { walletUuid: uuidOf(5) })] });
    expect((await send(testTransaction(130, { walletUuid: uuidOf(5), status: 'dropped' }))).body).toEqual(
      UPDATED,
    );
    expect(await ledgerOf(5)).toEqual({ USDT: ['0', '0'] });
  });

  it('rejects unknown wallets and orders by position', async () => {
    const { status, body } = await send(
      testTransaction(140),
      testTransaction(141, { walletUuid: uuidOf(999_999) }),
      testTransaction(142, { orderUuid: uuidOf(999_998) }),
      testTransaction(143, { orderUuid: uuidOf(2) }),
    );
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      {
        field: 'transactions[1].walletUuid',
        code: 'unknown_wallet',
        message: 'No wallet with this uuid. Send the wallet first.',
      },
      {
        field: 'transactions[2].orderUuid',
        code: 'unknown_order',
        message: 'No order with this uuid. Send the order first.',
      },
    ]);
    expect(await readTransaction(140)).toBeUndefined();
  });

  it('rejects duplicates and out-of-range times', async () => {
    const { body } = await send(
      testTransaction(150),
      testTransaction(150),
      testTransaction(151, { createdAt: '0000-01-01T00:00:00Z' }),
    );
    expect(body.errors).toMatchObject([
      {
        field: 'transactions[1].uuid',
        code: 'duplicate',
        message: 'Duplicate of transactions[0].uuid. Send each only once per batch.',
      },
      { field: 'transactions[2].createdAt', code: 'out_of_range' },
    ]);
  });

  // @spec D.145
  it('stores the greatest amount that the contract allows', async () => {
    const amount = `${'9'.repeat(38)}.${'9'.repeat(18)}`;
    const greatest = { testnet: true, amount, amountUsd: amount, networkFee: amount };
    expect((await send(testTransaction(160, greatest), testTransaction(161, greatest))).status).toBe(200);
    expect(await readTransaction(160)).toMatchObject({ amount, amount_usd: amount, network_fee: amount });
  });
});

it('charges network fees to the sender, even for failed transactions', async () => {
  await platform.feed({ wallets: [testWallet(10, { network: 'BSC' }), testWallet(11, { network: 'BSC' })] });
  const at10 = { walletUuid: uuidOf(10) };
  const native = { ...at10, currency: 'BNB' };
  await platform.feed({
    transactions: [
      testTransaction(200, at10),
      testTransaction(201, { ...native, type: 'gas_topup', amount: '0.01' }),
      testTransaction(202, {
        ...at10,
        direction: 'outgoing',
        type: 'sweep',
        amount: '60',
        networkFee: '0.001',
      }),
      testTransaction(203, { walletUuid: uuidOf(11), type: 'sweep', amount: '60', networkFee: '0.001' }),
      testTransaction(204, {
        ...at10,
        direction: 'outgoing',
        status: 'failed',
        amount: '40',
        networkFee: '0.002',
      }),
      testTransaction(205, {
        ...native,
        direction: 'internal',
        type: 'fee',
        amount: '0',
        networkFee: '0.0005',
      }),
      testTransaction(206, {
        ...native,
        direction: 'outgoing',
        status: 'dropped',
        amount: '5',
        networkFee: '1',
      }),
      testTransaction(207, { ...at10, testnet: true, amount: '9000' }),
      testTransaction(208, {
        ...at10,
        direction: 'outgoing',
        status: 'pending',
        amount: '30',
        networkFee: '0.001',
      }),
    ],
  });
  expect(await ledgerOf(10)).toEqual({ USDT: ['40', '-30'], BNB: ['0.0065', '-0.001'] });
  expect(await ledgerOf(11)).toEqual({ USDT: ['60', '0'] });
});

it('treats MATIC as POL on Polygon and as a token on other networks', async () => {
  await platform.feed({
    wallets: [testWallet(20, { network: 'POLYGON' }), testWallet(21, { network: 'ETH' })],
  });
  const at20 = { walletUuid: uuidOf(20) };
  const payment = testTransaction(210, { ...at20, currency: 'MATIC', amount: '10' });
  await platform.feed({
    transactions: [
      payment,
      testTransaction(211, { ...at20, currency: 'POL', amount: '2' }),
      testTransaction(212, { ...at20, direction: 'internal', amount: '0', networkFee: '0.5' }),
      testTransaction(213, { walletUuid: uuidOf(21), currency: 'MATIC', amount: '3' }),
    ],
  });
  expect(await ledgerOf(20)).toMatchObject({ POL: ['11.5', '0'] });
  expect(await ledgerOf(20)).not.toHaveProperty('MATIC');
  expect(await ledgerOf(21)).toEqual({ MATIC: ['3', '0'] });
  expect(await send(payment)).toMatchObject({ status: 200, body: UNCHANGED });
});

it('writes one audit entry per batch and none for an unchanged batch', async () => {
  const entries = async () => {
    await test.auditInbox.linkAll();
    const { rows } = await test.database.query({
      text: `SELECT action_category, description, actor_type, resource_type, metadata FROM audit_log
        WHERE action = 'platform_feed.wallet_transactions' ORDER BY sequence`,
    });
    return rows;
  };
  const before = (await entries()).length;
  await send(testTransaction(300), testTransaction(301));
  await send(testTransaction(300), testTransaction(301));
  expect((await entries()).slice(before)).toEqual([
    {
      action_category: 'system_operation',
      description: 'Platform feed accepted a batch of wallet transactions',
      actor_type: 'api_key',
      resource_type: 'system',
      metadata: { created: 2, updated: 0, unchanged: 0 },
    },
  ]);
});

it('stores 100 full transactions once when two processes receive them concurrently', async () => {
  const elsewhere = await connectPlatform({ ...test, app: await test.createReplica() });
  const transactions = Array.from({ length: 100 }, (_, index) =>
    testTransaction(1_000 + index, {
      walletUuid: uuidOf(1 + (index % 5)),
      direction: 'outgoing',
      type: 'gas_topup',
      status: 'confirming',
      amount: '123456789.123456789012345678',
      amountUsd: '123456789.123456789012345678',
      networkFee: '0.123456789012345678',
      orderUuid: uuidOf(1),
    }),
  );
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, run) =>
      (run % 2 ? platform : elsewhere).post('/wallet-transactions', {
        transactions: run % 3 ? transactions : transactions.toReversed(),
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(100);
});

it.each([
  ['wallet_totals', 'transactions', 'transactions of wallet'],
  ['wallet_totals', 'amount', 'amount of wallet'],
  ['wallet_totals', 'network_fee', 'fees of wallet'],
  ['wallet_days', 'transactions', 'transactions of wallet'],
  ['wallet_counts', 'wallets', 'wallets '],
  ['wallet_counts', 'locked', 'wallets locked'],
])('detects a wrong total in %s.%s', async (table, column, name) => {
  await platform.feed({ transactions: [testTransaction(400, { walletUuid: uuidOf(2) })] });
  const shift = async (by: number, place: string) => {
    const { rows } = await test.database.query<{ place: string }>({
      text: `UPDATE ${table} SET ${column} = ${column} + ${by} WHERE ctid = ${place} RETURNING ctid::text AS place`,
    });
    return `'${rows[0]?.place}'`;
  };
  const place = await shift(1, `(SELECT ctid FROM ${table} LIMIT 1)`);
  const [difference, ...more] = await keptTotalDifferences(test);
  await shift(-1, place);
  expect(difference?.total.startsWith(name)).toBe(true);
  expect(Number(difference?.kept)).toBe(Number(difference?.counted) + 1);
  expect(more).toEqual([]);
});
