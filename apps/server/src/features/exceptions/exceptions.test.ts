import { EXCEPTION_KINDS } from '@halyard/contract/exception-kinds';
import type { FeedOrder } from '@halyard/contract/platform-feed';
import type { FeedWalletTransaction } from '@halyard/contract/platform-feed-wallets';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator } from '../../../test/authenticator.ts';
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
import { createAppendAudit } from '../../infra/audit/append-audit.ts';
import { checkExceptions, keepExceptionSettings } from '../../infra/exceptions/exception-checker.ts';
import { findExceptionDifferences } from './exceptions-check.ts';

const NOW = Date.now();
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const NODE = 'http://127.0.0.1:1';
const SETTINGS = {
  paymentTolerancePercent: 0.5,
  stuckPendingMinutes: 60,
  chainUrls: { ETH: NODE, BSC: NODE },
  isEvaluation: false,
};

let test: TestApplication;
let platform: TestPlatform;
let administrator: Enrolled;
let number = 0;

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
  administrator = await enrolAdministrator(test, 'admin@example.com');
  await platform.feed({
    users: [testUser(1)],
    merchants: [testMerchant(1, { userUuid: uuidOf(1), name: '<b>Shop</b>' }), testMerchant(2)],
    wallets: [testWallet(1), testWallet(2), testWallet(3, { network: 'BSC' })],
  });
});
afterAll(async () => await test.close());

/** An order over 100 USDT on Ethereum, created a minute ago. */
function newOrder(rest: Partial<FeedOrder> = {}): FeedOrder {
  number += 1;
  return testOrder(number, { network: 'ETH', createdAt: minutesAgo(1), ...rest });
}

function newPayment(rest: Partial<FeedWalletTransaction> = {}): FeedWalletTransaction {
  number += 1;
  return testTransaction(number, { createdAt: minutesAgo(1), amountUsd: rest.amount ?? '100', ...rest });
}

const refundOf = (payment: FeedWalletTransaction, rest: Partial<FeedWalletTransaction> = {}) =>
  newPayment({ direction: 'outgoing', type: 'refund', refundOf: payment.uuid, ...rest });

async function list(query: Readonly<Record<string, string>> = {}) {
  const { status, body } = await administrator.browser.get(`/exceptions?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body;
}

/** Kinds of the open exceptions of an order, as in the list of orders. */
async function kindsOf(order: FeedOrder): Promise<readonly string[]> {
  const { body } = await administrator.browser.get(`/orders/${order.uuid}`);
  return body.exceptions;
}

async function openOf(payment: FeedWalletTransaction) {
  const { exceptions } = await list({ state: 'open', limit: '100' });
  return exceptions.filter(({ transactionId }: { transactionId: string }) => transactionId === payment.uuid);
}

async function decide(id: string, act: 'resolve' | 'reopen', reason = 'Refunded by hand') {
  return await administrator.browser.send('POST', `/exceptions/${id}/${act}`, { payload: { reason } });
}

async function checkUntilDone(): Promise<void> {
  const appendAudit = createAppendAudit(test.masterKeys, () => new Date());
  while (await checkExceptions(test.database, appendAudit));
}

describe('exceptions of orders', () => {
  it.each([
    ['an order without money', {}, [], []],
    ['exact money', {}, ['100'], []],
    ['0.5 % less', {}, ['99.5'], []],
    ['a little less than that', {}, ['99.499999'], ['underpaid']],
    ['0.5 % more', {}, ['100.5'], []],
    ['a little more than that', {}, ['100.500001'], ['overpaid']],
    ['a second payment', { status: 'paid', paidAt: minutesAgo(1) }, ['100', '100'], ['overpaid']],
    ['money after it expired', { status: 'expired' }, ['100'], ['paid_after_end']],
    ['money after it was cancelled', { status: 'cancelled' }, ['40'], ['paid_after_end']],
    ['too little after it expired', { status: 'expired' }, ['40'], ['paid_after_end', 'underpaid']],
    [
      'a payment 15 minutes ago without a transaction',
      { status: 'paid', paidAt: minutesAgo(15) },
      [],
      ['paid_without_money'],
    ],
    ['a payment 14 minutes ago without a transaction', { status: 'paid', paidAt: minutesAgo(14) }, [], []],
    ['60 minutes of waiting', { createdAt: minutesAgo(60) }, [], ['stuck_pending']],
    ['59 minutes of waiting', { createdAt: minutesAgo(59) }, [], []],
    ['waiting on a testnet', { createdAt: minutesAgo(600), testnet: true }, [], []],
    ['money and refunds that the platform reports', { status: 'expired', refunded: '100' }, ['100'], []],
    ['a refund that leaves 0.5 % of what it returned', { status: 'expired', refunded: '100' }, ['100.5'], []],
    [
      'a refund that leaves a little more than that',
      { status: 'expired', refunded: '100' },
      ['100.500001'],
      ['paid_after_end', 'underpaid'],
    ],
    [
      'a small payment next to one that was refunded',
      { status: 'expired', refunded: '100' },
      ['100', '0.5'],
      ['paid_after_end', 'underpaid'],
    ],
    [
      'a small payment with a tiny refund',
      { status: 'expired', refunded: '0.000001' },
      ['0.5'],
      ['paid_after_end', 'underpaid'],
    ],
    ['0.5 % of a pending order', {}, ['0.5'], ['underpaid']],
    ['0.5 % after it expired', { status: 'expired' }, ['0.5'], ['paid_after_end', 'underpaid']],
    ['18 decimals', { amount: '0.000000000000000001' }, ['0.000000000000000002'], ['overpaid']],
  ] as const)('%s', async (_, fields, amounts, kinds) => {
    const order = newOrder(fields);
    const payments = amounts.map((amount) => newPayment({ orderUuid: order.uuid, amount }));
    await platform.feed({ orders: [order], ...(payments.length > 0 && { transactions: payments }) });
    expect(await kindsOf(order)).toEqual(kinds);
  });

  it('end with a refund, also one that arrives before its payment', async () => {
    const order = newOrder({ status: 'expired' });
    const payment = newPayment({ orderUuid: order.uuid });
    await platform.feed({ orders: [order], transactions: [payment] });
    expect(await kindsOf(order)).toEqual(['paid_after_end']);
    await platform.feed({ transactions: [refundOf(payment)] });
    expect(await kindsOf(order)).toEqual([]);
    const { exceptions } = await list({ orderUuid: order.uuid });
    expect(exceptions).toMatchObject([
      { kind: 'paid_after_end', state: 'closed', closedAt: expect.any(String) },
    ]);

    const late = newPayment({ orderUuid: order.uuid, amount: '7' });
    await platform.feed({ transactions: [refundOf(late, { amount: '7' })] });
    await platform.feed({ transactions: [late] });
    expect(await kindsOf(order)).toEqual([]);
  });

  it('end when a refund follows its payment from another order', async () => {
    const [first, second] = [newOrder({ status: 'expired' }), newOrder({ status: 'expired' })];
    const payment = newPayment({ orderUuid: first.uuid, status: 'confirming' });
    const others = [first, second].map(({ uuid }) => newPayment({ orderUuid: uuid }));
    await platform.feed({ orders: [first, second], transactions: [payment, refundOf(payment), ...others] });
    expect([await kindsOf(first), await kindsOf(second)]).toEqual([[], ['paid_after_end']]);
    await platform.feed({ transactions: [{ ...payment, orderUuid: second.uuid }] });
    expect([await kindsOf(first), await kindsOf(second)]).toEqual([['paid_after_end'], []]);
    expect(await findExceptionDifferences(test.database)).toEqual([]);
  });

  it('a refund that is larger than the payment leaves nothing', async () => {
    const order = newOrder({ status: 'expired' });
    const payment = newPayment({ orderUuid: order.uuid });
    await platform.feed({ orders: [order], transactions: [payment, refundOf(payment, { amount: '1000' })] });
    expect(await kindsOf(order)).toEqual([]);
  });

  it('only confirmed money of the main network counts', async () => {
    const order = newOrder({ status: 'expired' });
    const [pending, testnet] = [
      newPayment({ orderUuid: order.uuid, status: 'confirming' }),
      newPayment({ orderUuid: order.uuid, testnet: true }),
    ];
    await platform.feed({ orders: [order], transactions: [pending, testnet] });
    expect(await kindsOf(order)).toEqual([]);
    await platform.feed({ transactions: [{ ...pending, status: 'confirmed' }] });
    expect(await kindsOf(order)).toEqual(['paid_after_end']);
    await platform.feed({ transactions: [{ ...pending, status: 'dropped' }] });
    expect(await kindsOf(order)).toEqual([]);
  });

  it.each([
    ['another currency', { currency: 'USDC' }],
    ['another network', { walletUuid: uuidOf(3) }],
  ])('money in %s is a wrong asset, and does not pay the order', async (_, fields) => {
    const order = newOrder();
    const payment = newPayment({ orderUuid: order.uuid, ...fields });
    await platform.feed({ orders: [order], transactions: [payment] });
    expect(await kindsOf(order)).toEqual(['wrong_asset']);
    expect(await openOf(payment)).toMatchObject([
      { orderUuid: order.uuid, received: '100', amountUsd: '100' },
    ]);
    await platform.feed({ transactions: [refundOf(payment)] });
    expect(await kindsOf(order)).toEqual(['wrong_asset']);
    await platform.feed({ transactions: [refundOf(payment, fields)] });
    expect(await kindsOf(order)).toEqual([]);
  });

  it('MATIC on Polygon is the same as POL', async () => {
    await platform.feed({ wallets: [testWallet(9, { network: 'POLYGON' })] });
    const order = newOrder({ network: 'POLYGON', currency: 'MATIC' });
    const payment = newPayment({ orderUuid: order.uuid, walletUuid: uuidOf(9), currency: 'POL' });
    await platform.feed({ orders: [order], transactions: [payment] });
    expect(await kindsOf(order)).toEqual([]);
  });

  it('change as time passes', async () => {
    const pending = newOrder();
    const paid = newOrder({ status: 'paid', paidAt: minutesAgo(1) });
    await platform.feed({ orders: [pending, paid] });
    await checkUntilDone();
    expect([await kindsOf(pending), await kindsOf(paid)]).toEqual([[], []]);
    await test.database.query({
      text: `WITH moved AS (UPDATE orders SET created_at = created_at - interval '1 hour',
          paid_at = paid_at - interval '15 minutes' WHERE id = ANY ($1) RETURNING id)
        UPDATE exception_checks SET due_at = now() FROM moved WHERE order_id = moved.id`,
      values: [[pending.uuid, paid.uuid]],
    });
    await checkUntilDone();
    expect([await kindsOf(pending), await kindsOf(paid)]).toEqual([
      ['stuck_pending'],
      ['paid_without_money'],
    ]);
    await platform.feed({ transactions: [newPayment({ orderUuid: paid.uuid })] });
    expect(await kindsOf(paid)).toEqual([]);
  });

  it('end when a refund of another order returns the money', async () => {
    const [order, other] = [newOrder({ status: 'expired' }), newOrder({ status: 'expired' })];
    const payment = newPayment({ orderUuid: order.uuid, currency: 'USDC' });
    await platform.feed({ orders: [order, other], transactions: [payment] });
    expect(await kindsOf(order)).toEqual(['wrong_asset']);
    await platform.feed({
      transactions: [refundOf(payment, { orderUuid: other.uuid, currency: 'USDC' })],
    });
    expect(await kindsOf(order)).toEqual([]);
  });

  it('follow the settings', async () => {
    const [pending, less] = [newOrder({ createdAt: minutesAgo(30) }), newOrder()];
    await platform.feed({
      orders: [pending, less],
      transactions: [newPayment({ orderUuid: less.uuid, amount: '98' })],
    });
    expect([await kindsOf(pending), await kindsOf(less)]).toEqual([[], ['underpaid']]);
    await keepExceptionSettings(test.database, {
      ...SETTINGS,
      paymentTolerancePercent: 2,
      stuckPendingMinutes: 30,
    });
    await checkUntilDone();
    expect([await kindsOf(pending), await kindsOf(less)]).toEqual([['stuck_pending'], []]);
    await keepExceptionSettings(test.database, SETTINGS);
    await checkUntilDone();
    expect([await kindsOf(pending), await kindsOf(less)]).toEqual([[], ['underpaid']]);
  });
});

describe('money without an order', () => {
  it('is an exception until it is refunded', async () => {
    const payment = newPayment({ amount: '12.5', amountUsd: '12.5' });
    await platform.feed({ transactions: [payment] });
    expect(await openOf(payment)).toMatchObject([
      { kind: 'unmatched_money', orderUuid: null, walletId: '1', received: '12.5', amountUsd: '12.5' },
    ]);
    await platform.feed({ transactions: [refundOf(payment, { amount: '2.5' })] });
    expect(await openOf(payment)).toMatchObject([{ received: '10', amountUsd: '10' }]);
    await platform.feed({
      transactions: [refundOf(payment, { currency: 'USDC' }), refundOf(payment, { walletUuid: uuidOf(3) })],
    });
    expect(await openOf(payment)).toMatchObject([{ received: '10', amountUsd: '10' }]);
    await platform.feed({ transactions: [refundOf(payment, { amount: '10' })] });
    expect(await openOf(payment)).toEqual([]);
  });
});

describe('a balance that differs from the ledger', () => {
  const unexplainedFor = async (minutes: number | null, lastReadBefore = 0) => {
    await test.database.query({
      text: `INSERT INTO wallet_snapshots (wallet_id, taken_at, verdict)
        VALUES (2, now() - $1 * interval '1 minute', 'unexplained')
        ON CONFLICT (wallet_id) DO UPDATE SET taken_at = excluded.taken_at`,
      values: [lastReadBefore],
    });
    await test.database.query({
      text: `INSERT INTO wallet_balances (wallet_id, symbol, balance, ledger_balance, in_flight, verdict, unexplained_since)
        VALUES (2, 'USDT', 5, 7, 0, 'unexplained', now() - $1 * interval '1 minute')
        ON CONFLICT (wallet_id, symbol) DO UPDATE SET unexplained_since = excluded.unexplained_since`,
      values: [minutes],
    });
    await checkUntilDone();
  };
  const open = async () => (await list({ kind: 'unexplained_balance', state: 'open' })).exceptions;

  it('is an exception after 10 minutes', async () => {
    await unexplainedFor(9);
    expect(await open()).toEqual([]);
    await unexplainedFor(11);
    expect(await open()).toMatchObject([
      { walletId: '2', currency: 'USDT', expected: '7', received: '5', amountUsd: '2' },
    ]);
    await unexplainedFor(null);
    expect(await open()).toEqual([]);
  });

  it('is no exception before a reading after 10 minutes confirms it', async () => {
    await unexplainedFor(30, 30);
    expect(await open()).toEqual([]);
    await unexplainedFor(30, 21);
    expect(await open()).toEqual([]);
    await unexplainedFor(30, 19);
    expect(await open()).toHaveLength(1);
    await unexplainedFor(null);
  });

  it('is no exception while its network has no node', async () => {
    await unexplainedFor(11);
    expect(await open()).toHaveLength(1);
    await keepExceptionSettings(test.database, { ...SETTINGS, chainUrls: { BSC: NODE } });
    await checkUntilDone();
    expect(await open()).toEqual([]);
    // An evaluation takes the balances from the transactions.
    await keepExceptionSettings(test.database, { ...SETTINGS, chainUrls: {}, isEvaluation: true });
    await checkUntilDone();
    expect(await open()).toHaveLength(1);
    await keepExceptionSettings(test.database, SETTINGS);
    await unexplainedFor(null);
  });

  it('stays resolved if its network has no node for a while', async () => {
    await unexplainedFor(11);
    const [{ id }] = await open();
    await decide(id, 'resolve');
    await keepExceptionSettings(test.database, { ...SETTINGS, chainUrls: { BSC: NODE } });
    await checkUntilDone();
    await keepExceptionSettings(test.database, SETTINGS);
    await checkUntilDone();
    expect((await list({ kind: 'unexplained_balance' })).exceptions).toMatchObject([
      { id, state: 'resolved', reason: 'Refunded by hand' },
    ]);
    await unexplainedFor(null);
  });

  it('has the price of the source, or the newer price of the ledger once that one is old', async () => {
    const priceFrom = async (age: string) => {
      await test.database.query({
        text: `INSERT INTO prices (symbol, usd, as_of) VALUES ('USDT', 4, now() - $1::interval)
          ON CONFLICT (symbol) DO UPDATE SET as_of = excluded.as_of`,
        values: [age],
      });
      await unexplainedFor(11);
      return (await open()).map(({ amountUsd }: { amountUsd: string }) => amountUsd);
    };
    expect(await priceFrom('59 minutes')).toEqual(['8']);
    expect(await priceFrom('1 month')).toEqual(['2']);
    await test.database.query({ text: `UPDATE ledger_prices SET as_of = now() - interval '1 year'` });
    expect(await priceFrom('1 month')).toEqual(['8']);
    await test.database.query({ text: 'DELETE FROM prices' });
    await unexplainedFor(null);
  });
});

describe('the list of exceptions', () => {
  it('filters, sorts and counts', async () => {
    const order = newOrder({ merchantUuid: uuidOf(2), status: 'expired', amountUsd: '200' });
    const payment = newPayment({ orderUuid: order.uuid, amount: '40' });
    await platform.feed({ orders: [order], transactions: [payment] });
    const { exceptions, totalCount, openByKind, openUsd } = await list({
      merchantUuid: uuidOf(2),
      sort: 'amount',
    });
    expect(totalCount).toBe(2);
    expect(exceptions).toMatchObject([
      { kind: 'underpaid', expected: '100', received: '40', amountUsd: '120' },
      {
        kind: 'paid_after_end',
        state: 'open',
        openedAt: payment.createdAt,
        closedAt: null,
        reason: null,
        orderUuid: order.uuid,
        merchantOrderId: order.merchantOrderId,
        merchant: { uuid: uuidOf(2), name: 'Shop 2' },
        transactionId: null,
        walletId: '1',
        network: 'ETH',
        currency: 'USDT',
        expected: '0',
        received: '40',
        amountUsd: '80',
      },
    ]);
    expect(openByKind).toMatchObject({ underpaid: 1, paid_after_end: 1, overpaid: 0 });
    // The larger amount: either 80 are returned, or 120 are missing.
    expect(Number(openUsd)).toBe(120);
    expect(Object.keys(openByKind).sort()).toEqual([...EXCEPTION_KINDS].sort());
    expect((await list({ merchantUuid: uuidOf(2), kind: 'underpaid' })).totalCount).toBe(1);
    expect((await list({ userUuid: uuidOf(1) })).totalCount).toBeGreaterThan(2);
    expect(
      (await list({ walletId: '3' })).exceptions.every((each: { walletId: string }) => each.walletId === '3'),
    ).toBe(true);
    expect(
      (await list({ merchantUuid: uuidOf(2), limit: '1', offset: '1', sort: 'amount' })).exceptions,
    ).toMatchObject([{ kind: 'paid_after_end' }]);
  });

  it("shows an order's own network for its money, and the wallet's for a payment", async () => {
    const order = newOrder({ status: 'expired' });
    await platform.feed({
      orders: [order],
      transactions: [
        newPayment({ orderUuid: order.uuid, createdAt: minutesAgo(2) }),
        newPayment({ orderUuid: order.uuid, walletUuid: uuidOf(3) }),
      ],
    });
    const { exceptions } = await list({ orderUuid: order.uuid });
    const networks = exceptions.map(({ kind, network }: Record<string, string>) => [kind, network]);
    expect(Object.fromEntries(networks)).toEqual({ paid_after_end: 'ETH', wrong_asset: 'BSC' });
  });

  it('counts an order with several kinds once in what is at stake', async () => {
    const merchant = testMerchant(60);
    await platform.feed({ merchants: [merchant] });
    const stake = async (filters: Readonly<Record<string, string>> = {}) => {
      const { openUsd, openByKind } = await list({ merchantUuid: merchant.uuid, ...filters });
      return [Number(openUsd), openByKind];
    };
    const late = newOrder({ merchantUuid: merchant.uuid, status: 'expired' });
    const other = newOrder({ merchantUuid: merchant.uuid });
    await platform.feed({
      orders: [late, other],
      transactions: [
        newPayment({ orderUuid: late.uuid, amount: '150' }),
        newPayment({ orderUuid: other.uuid, amount: '130' }),
      ],
    });
    expect(await stake()).toEqual([150 + 30, expect.objectContaining({ paid_after_end: 1, overpaid: 2 })]);
    expect(await stake({ orderUuid: late.uuid })).toEqual([
      150,
      expect.objectContaining({ paid_after_end: 1, overpaid: 1 }),
    ]);
    // The kind narrows the list only, not what is open.
    expect((await stake({ kind: 'overpaid' }))[0]).toBe(180);
  });

  it('adds up the payments of one order in the wrong asset', async () => {
    const merchant = testMerchant(61);
    const order = newOrder({ merchantUuid: merchant.uuid });
    await platform.feed({
      merchants: [merchant],
      orders: [order],
      transactions: [
        newPayment({ orderUuid: order.uuid, currency: 'USDC', amount: '70' }),
        newPayment({ orderUuid: order.uuid, currency: 'USDC', amount: '20' }),
      ],
    });
    const { openUsd, openByKind } = await list({ merchantUuid: merchant.uuid });
    expect([Number(openUsd), openByKind.wrong_asset]).toEqual([90, 2]);
  });

  it('names the payments of a stuck order that are not confirmed yet', async () => {
    const order = newOrder({ createdAt: minutesAgo(90) });
    const onItsWay = newPayment({
      orderUuid: order.uuid,
      amount: '60.000000000000000001',
      status: 'pending',
    });
    await platform.feed({
      orders: [order],
      transactions: [
        onItsWay,
        newPayment({ orderUuid: order.uuid, status: 'pending', currency: 'USDC' }),
        newPayment({ orderUuid: order.uuid, status: 'pending', testnet: true }),
        newPayment({ orderUuid: order.uuid, status: 'confirming', amount: '1' }),
        newPayment({ orderUuid: order.uuid, status: 'failed' }),
      ],
    });
    const stuck = async () => (await list({ orderUuid: order.uuid, kind: 'stuck_pending' })).exceptions;
    expect(await stuck()).toMatchObject([
      { state: 'open', received: '0', unconfirmed: { payments: 2, amount: '61.000000000000000001' } },
    ]);
    await platform.feed({ transactions: [{ ...onItsWay, status: 'dropped' }] });
    expect(await stuck()).toMatchObject([{ unconfirmed: { payments: 1, amount: '1' } }]);
    expect((await list({ orderUuid: order.uuid, limit: '100' })).exceptions).toHaveLength(1);
  });

  it('names no payments of an order without one on its way', async () => {
    const order = newOrder({ createdAt: minutesAgo(90) });
    await platform.feed({ orders: [order] });
    const [exception] = (await list({ orderUuid: order.uuid })).exceptions;
    expect(exception.kind).toBe('stuck_pending');
    expect(exception).not.toHaveProperty('unconfirmed');
  });

  it('refuses strangers and unknown filters', async () => {
    expect((await test.newBrowser().get('/exceptions')).status).toBe(401);
    expect((await administrator.browser.get('/exceptions?kind=odd')).status).toBe(400);
    expect((await administrator.browser.get('/exceptions?state=odd')).status).toBe(400);
  });
});

describe('a decision about an exception', () => {
  it('is recorded, can be taken back, and ends when the money changes', async () => {
    const order = newOrder({ status: 'expired' });
    await platform.feed({ orders: [order], transactions: [newPayment({ orderUuid: order.uuid })] });
    const [{ id }] = (await list({ orderUuid: order.uuid })).exceptions;

    expect((await decide(id, 'reopen')).status).toBe(409);
    expect((await decide(id, 'resolve', ' ')).status).toBe(400);
    expect((await decide(id, 'resolve')).status).toBe(204);
    expect((await decide(id, 'resolve')).body).toMatchObject({ status: 'changed_meanwhile' });
    expect((await list({ orderUuid: order.uuid })).exceptions).toMatchObject([
      { state: 'resolved', reason: 'Refunded by hand', resolvedAt: expect.any(String) },
    ]);
    expect(await kindsOf(order)).toEqual([]);
    await test.auditInbox.linkAll();
    const { rows } = await test.database.query({
      text: `SELECT action, resource_type, resource_id, metadata, changes FROM audit_log
        WHERE action LIKE 'exception.%' AND metadata->>'exception' = $1 ORDER BY sequence`,
      values: [id],
    });
    expect(rows).toEqual([
      {
        action: 'exception.resolve',
        resource_type: 'merchant',
        resource_id: uuidOf(1),
        metadata: {
          exception: id,
          kind: 'paid_after_end',
          order: order.uuid,
          transaction: null,
          reason: 'Refunded by hand',
          currency: 'USDT',
          expected: '0',
          received: '100',
          amount_usd: '100',
        },
        changes: {
          state: { before: 'open', after: 'resolved' },
          reason: { before: null, after: 'Refunded by hand' },
        },
      },
    ]);

    expect((await decide(id, 'reopen', 'It came back')).status).toBe(204);
    expect(await kindsOf(order)).toEqual(['paid_after_end']);
    await decide(id, 'resolve');
    await platform.feed({ orders: [{ ...order, merchantOrderId: 'renamed' }] });
    expect(await kindsOf(order)).toEqual([]);
    await platform.feed({ transactions: [newPayment({ orderUuid: order.uuid, amount: '0.1' })] });
    expect(await kindsOf(order)).toEqual(['paid_after_end']);
    expect((await list({ orderUuid: order.uuid })).exceptions[0]).toMatchObject({
      state: 'open',
      reason: null,
    });
  });

  it('is refused with a stale ETag, and the answer names the new amounts', async () => {
    const order = newOrder();
    await platform.feed({
      orders: [order],
      transactions: [newPayment({ orderUuid: order.uuid, amount: '40' })],
    });
    const [{ id, etag }] = (await list({ orderUuid: order.uuid })).exceptions;
    await platform.feed({ transactions: [newPayment({ orderUuid: order.uuid, amount: '30' })] });
    const decideWith = async (act: string, ifMatch: string) =>
      await administrator.browser.send('POST', `/exceptions/${id}/${act}`, {
        payload: { reason: 'Small enough' },
        headers: { 'if-match': ifMatch },
      });
    const refused = await decideWith('resolve', etag);
    expect(refused.status).toBe(409);
    const change = {
      changedBy: null,
      changedAt: null,
      changes: { received: { before: '40', after: '70' }, amountUsd: { before: null, after: '30' } },
      etag: '"USDT/100/70"',
    };
    expect(refused.body).toMatchObject({
      status: 'changed_meanwhile',
      message: 'The amounts have changed. Check the new ones first.',
      change,
    });
    expect((await decideWith('resolve', '"odd"')).body.change.changes).toEqual({
      currency: { before: null, after: 'USDT' },
      expected: { before: null, after: '100' },
      received: { before: null, after: '70' },
      amountUsd: { before: null, after: '30' },
    });
    const resolved = await decideWith('resolve', refused.body.change.etag);
    expect(resolved).toMatchObject({ status: 204, headers: { etag: refused.body.change.etag } });
    expect((await decideWith('reopen', etag)).status).toBe(409);
    expect((await decideWith('reopen', refused.body.change.etag)).status).toBe(204);
  });

  it('is recorded if it ends because the money changed', async () => {
    const order = newOrder({ status: 'cancelled' });
    const payment = newPayment({ orderUuid: order.uuid });
    await platform.feed({ orders: [order], transactions: [payment] });
    const [{ id }] = (await list({ orderUuid: order.uuid })).exceptions;
    const recorded = async () => {
      await test.auditInbox.linkAll();
      const { rows } = await test.database.query({
        text: `SELECT actor_type, resource_id, metadata, changes FROM audit_log
          WHERE action = 'exception.reopen' AND metadata->>'exception' = $1 ORDER BY sequence`,
        values: [id],
      });
      return rows;
    };
    const entry = (before: string, received: string, amount_usd: string) => ({
      actor_type: 'system',
      resource_id: uuidOf(1),
      metadata: {
        exception: id,
        kind: 'paid_after_end',
        order: order.uuid,
        transaction: null,
        currency: 'USDT',
        expected: '0',
        received,
        amount_usd,
      },
      changes: {
        state: { before, after: 'open' },
        reason: { before: 'Refunded by hand', after: null },
      },
    });
    await decide(id, 'resolve');
    await platform.feed({ orders: [{ ...order, merchantOrderId: 'renamed again' }] });
    expect(await recorded()).toEqual([]);
    await platform.feed({ transactions: [newPayment({ orderUuid: order.uuid, amount: '30' })] });
    expect(await recorded()).toEqual([entry('resolved', '130', '130')]);
    await platform.feed({ orders: [{ ...order, amountUsd: '200' }] });
    expect(await recorded()).toHaveLength(1);

    await decide(id, 'resolve');
    await platform.feed({ orders: [{ ...order, amountUsd: '200', refunded: '130' }] });
    await platform.feed({ orders: [{ ...order, amountUsd: '200', refunded: '0' }] });
    expect((await recorded()).slice(1)).toEqual([entry('closed', '130', '260')]);
  });

  it('is not possible for an unknown one', async () => {
    expect((await decide(uuidOf(0xdead), 'resolve')).status).toBe(404);
    expect((await decide('x', 'resolve')).status).toBe(404);
  });
});

/** The definitions again, as plain SQL over all records. */
const EXPECTED = `
  WITH money AS (
    SELECT order_id, t.type, t.currency, w.network, sum(amount) AS amount, min(amount) AS smallest FROM wallet_transactions t
      JOIN wallets w ON w.id = wallet_id
    WHERE status = 'confirmed' AND NOT testnet AND order_id IS NOT NULL
      AND (t.type = 'payment' AND direction = 'incoming' OR t.type = 'refund' AND direction = 'outgoing') GROUP BY 1, 2, 3, 4
  ), gross AS (
    SELECT o.*, coalesce((SELECT amount FROM money m WHERE m.order_id = o.id AND m.type = 'payment'
        AND m.currency = replace(o.currency, 'MATIC', 'POL') AND m.network = o.network), 0) AS arrived,
      (SELECT smallest FROM money m WHERE m.order_id = o.id AND m.type = 'payment'
        AND m.currency = replace(o.currency, 'MATIC', 'POL') AND m.network = o.network) AS smallest,
      greatest(o.refunded, coalesce((SELECT amount FROM money m WHERE m.order_id = o.id AND m.type = 'refund'
        AND m.currency = o.currency AND m.network = o.network), 0)) AS returned
    FROM orders o WHERE NOT testnet
  ), net AS (
    SELECT *, CASE WHEN arrived - returned <= 0.005 * returned AND arrived - returned < smallest THEN 0
      ELSE greatest(0, arrived - returned) END AS received FROM gross
  )
  SELECT 'paid_after_end' AS kind, id::text AS subject FROM net WHERE status IN ('expired', 'cancelled') AND received > 0
  UNION SELECT 'underpaid', id::text FROM net WHERE status IN ('pending', 'expired')
    AND received > 0 AND received < 0.995 * amount
  UNION SELECT 'overpaid', id::text FROM net WHERE received > 1.005 * amount
  UNION SELECT 'paid_without_money', id::text FROM net WHERE status = 'paid' AND paid_at <= now() - interval '15 minutes'
    AND id NOT IN (SELECT order_id FROM money WHERE type = 'payment')
  UNION SELECT 'stuck_pending', id::text FROM net WHERE status = 'pending' AND created_at <= now() - interval '60 minutes'
  UNION SELECT 'unmatched_money', id::text FROM wallet_transactions
    WHERE order_id IS NULL AND type = 'payment' AND direction = 'incoming' AND status = 'confirmed' AND NOT testnet
      AND amount > (SELECT coalesce(sum(r.amount), 0) FROM wallet_transactions r WHERE r.refund_of = wallet_transactions.id
        AND (r.currency, r.network) = (wallet_transactions.currency, wallet_transactions.network) AND r.status = 'confirmed' AND NOT r.testnet)
  UNION SELECT 'wrong_asset', t.id::text FROM wallet_transactions t JOIN wallets w ON w.id = wallet_id JOIN orders o ON o.id = order_id
    WHERE t.type = 'payment' AND direction = 'incoming' AND t.status = 'confirmed' AND NOT t.testnet
      AND (t.currency <> replace(o.currency, 'MATIC', 'POL') OR w.network <> o.network OR o.testnet)
      AND t.amount > (SELECT coalesce(sum(r.amount), 0) FROM wallet_transactions r WHERE r.refund_of = t.id
        AND (r.currency, r.network) = (t.currency, t.network) AND r.status = 'confirmed' AND NOT r.testnet)
  ORDER BY kind, subject`;

describe('any order of records', () => {
  it('finds all exceptions and no false ones', async () => {
    const ORDERS = 2_000;
    const first = 100_000;
    const anyOrder = fc.record({
      status: fc.constantFrom('paid', 'pending', 'expired', 'cancelled' as const),
      currency: fc.constantFrom('USDT', 'USDC'),
      testnet: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
      age: fc.constantFrom(5, 30, 90, 100_000),
    });
    const anyTransaction = fc.record({
      order: fc.option(fc.nat(ORDERS - 1), { freq: 9, nil: undefined }),
      amount: fc.constantFrom('100', '99.5', '100.5', '100.51', '40', '60', '0', '0.5', '0.6', '1000'),
      currency: fc.constantFrom('USDT', 'USDT', 'USDT', 'USDC'),
      status: fc.constantFrom('confirmed', 'confirmed', 'confirmed', 'pending', 'failed'),
      wallet: fc.constantFrom(1, 1, 1, 3),
      refunds: fc.option(fc.nat(2_000), { freq: 3, nil: undefined }),
      testnet: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
    });
    const [orderPlans = [], transactionPlans = []] = [
      fc.sample(anyOrder, { numRuns: ORDERS, seed: 7 }),
      fc.sample(anyTransaction, { numRuns: 3_000, seed: 7 }),
    ];
    const orders = orderPlans.map(({ age, status, ...rest }, index) =>
      testOrder(first + index, {
        ...rest,
        network: 'ETH',
        status: status as FeedOrder['status'],
        createdAt: minutesAgo(age),
        paidAt: status === 'paid' ? minutesAgo(age) : null,
      }),
    );
    const transactions = transactionPlans.map(({ order, refunds, wallet, ...rest }, index) =>
      testTransaction(first + index, {
        ...rest,
        status: rest.status as FeedWalletTransaction['status'],
        walletUuid: uuidOf(wallet),
        createdAt: minutesAgo(3),
        ...(refunds === undefined
          ? { orderUuid: order === undefined ? null : uuidOf(first + order) }
          : { type: 'refund', direction: 'outgoing', refundOf: uuidOf(first + refunds) }),
      }),
    );
    const batches = <Item>(items: readonly Item[]) =>
      Array.from({ length: Math.ceil(items.length / 100) }, (_, index) =>
        items.slice(index * 100, index * 100 + 100),
      );
    // First as pending ones, so that the money of many arrives before their status. Some come twice.
    const early = orders.map((order) => ({ ...order, status: 'pending' as const, paidAt: null }));
    for (const batch of batches(early)) await platform.feed({ orders: batch });
    const [before = [], after = []] = [transactions.slice(0, 1_500), transactions.slice(1_400).reverse()];
    for (const batch of batches(before)) await platform.feed({ transactions: batch });
    await Promise.all([
      (async () => {
        for (const batch of batches(orders.toReversed())) await platform.feed({ orders: batch });
      })(),
      (async () => {
        for (const batch of batches(after)) await platform.feed({ transactions: batch });
      })(),
    ]);
    await checkUntilDone();
    const { rows: expected } = await test.database.query({ text: EXPECTED });
    const { rows: found } = await test.database.query({
      text: `SELECT kind, subject FROM exceptions WHERE closed_at IS NULL ORDER BY kind, subject`,
    });
    expect(found.length).toBeGreaterThan(500);
    expect(new Set(found.map(({ kind }) => kind)).size).toBe(7);
    expect(found).toEqual(expected);
    expect(await findExceptionDifferences(test.database)).toEqual([]);
  }, 120_000);
});
