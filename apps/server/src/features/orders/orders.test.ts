import { NETWORKS } from '@halyard/contract/networks';
import { ORDER_STATUSES } from '@halyard/contract/orders';
import type { FeedOrder } from '@halyard/contract/platform-feed';
import fc from 'fast-check';
import { sql } from 'kysely';
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

const ORDERS = 200;
const START_MS = Date.parse('2026-01-03T00:00:00.000Z');
const HOUR_MS = 60 * 60_000;
const CURRENCIES = ['USDT', 'USDC', 'DAI'];
const UNKNOWN = uuidOf(0xdead);
/** An order with transactions, created after the others and of a merchant of its own. */
const OWN = 1_000;

let test: TestApplication;
let platform: TestPlatform;
let administrator: Enrolled;

/** Some orders have the same time, and some days have none. */
function order(number: number): FeedOrder {
  const status = ORDER_STATUSES[(number * 7) % 4] ?? 'pending';
  const hours = Math.floor(number / 3) * (number > 100 ? 13 : 5);
  const createdAt = new Date(START_MS + hours * HOUR_MS).toISOString();
  return testOrder(number, {
    merchantUuid: uuidOf(1 + (number % 4)),
    merchantOrderId: number % 10 === 0 ? `Rare-${number}` : `INV_${number}`,
    status,
    network: NETWORKS[number % 4] ?? 'ETH',
    currency: CURRENCIES[number % 50 === 0 ? 2 : number % 2] ?? 'USDT',
    testnet: number % 9 === 0,
    createdAt,
    paidAt:
      status === 'paid' ? new Date(Date.parse(createdAt) + (number % 5) * 11 * HOUR_MS).toISOString() : null,
  });
}

const orders = Array.from({ length: ORDERS }, (_, index) => order(index + 1));

const lastPaidFirst = (one: FeedOrder, other: FeedOrder) =>
  (other.paidAt ?? '').localeCompare(one.paidAt ?? '') || other.uuid.localeCompare(one.uuid);

const newestFirst = (one: FeedOrder, other: FeedOrder) =>
  one.createdAt === other.createdAt
    ? other.uuid.localeCompare(one.uuid)
    : other.createdAt.localeCompare(one.createdAt);

beforeAll(async () => {
  test = await startTestApplication({ explorerUrls: { ETH: 'https://etherscan.io' } });
  platform = await connectPlatform(test);
  administrator = await enrolAdministrator(test, 'admin@example.com');
  await platform.feed({
    users: [testUser(1), testUser(2)],
    merchants: [
      testMerchant(1, { userUuid: uuidOf(1) }),
      testMerchant(2, { userUuid: uuidOf(1) }),
      testMerchant(3, { userUuid: uuidOf(2), name: '<b>Shop</b>' }),
      testMerchant(4),
      testMerchant(5),
    ],
    wallets: [testWallet(1), testWallet(2), testWallet(3, { network: 'BSC' })],
    orders: orders.slice(0, 100),
  });
  await platform.feed({ orders: orders.slice(100) });
});
afterAll(async () => await test.close());

type Query = Readonly<Record<string, string>>;

async function list(query: Query = {}) {
  const { status, body } = await administrator.browser.get(`/orders?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body;
}

async function find(query: Query): Promise<string[]> {
  const { orders, totalCount } = await list({ limit: '100', ...query });
  expect(totalCount).toBe(orders.length);
  return orders.map(({ merchantOrderId }: { merchantOrderId: string }) => merchantOrderId);
}

async function read(id: string) {
  return await administrator.browser.get(`/orders/${id}`);
}

describe('the list of orders', () => {
  it('requires a signed-in administrator', async () => {
    expect((await test.newBrowser().get('/orders')).status).toBe(401);
    expect((await test.newBrowser().get(`/orders/${uuidOf(1)}`)).status).toBe(401);
  });

  it('shows the fields of the contract', async () => {
    expect((await list({ search: uuidOf(2) })).orders).toEqual([
      {
        uuid: uuidOf(2),
        merchantOrderId: 'INV_2',
        merchant: { uuid: uuidOf(3), name: '<b>Shop</b>' },
        user: { uuid: uuidOf(2), email: 'user2@example.com' },
        status: 'expired',
        network: 'BSC',
        testnet: false,
        currency: 'USDT',
        amount: '100',
        amountUsd: '100',
        receivedAmount: '0',
        serviceFeeRate: '0.01',
        serviceFeeUsd: '0',
        createdAt: '2026-01-03T00:00:00.000Z',
        paidAt: null,
        exceptions: [],
      },
    ]);
    expect((await list({ search: uuidOf(3) })).orders).toMatchObject([{ user: null }]);
  });

  it('returns every order on exactly one page, newest first', async () => {
    const expected = orders.toSorted(newestFirst).map(({ uuid }) => uuid);
    for (const limit of [7, 20, 100]) {
      const seen: string[] = [];
      while (seen.length < ORDERS) {
        const page = await list({ limit: String(limit), offset: String(seen.length) });
        expect(page.totalCount).toBe(ORDERS);
        expect(page.orders).not.toEqual([]);
        seen.push(...page.orders.map(({ uuid }: { uuid: string }) => uuid));
      }
      expect(seen).toEqual(expected);
    }
    expect(await list({ offset: '1000000000' })).toEqual({ orders: [], totalCount: ORDERS });
  });

  it('agrees with a plain filter for any combination of filters and any page', async () => {
    const instant = fc
      .integer({ min: -30, max: 1_600 })
      .map((hours) => new Date(START_MS + hours * HOUR_MS + 1).toISOString());
    const creators: Readonly<Record<string, readonly string[]>> = {
      [uuidOf(1)]: [uuidOf(1), uuidOf(2)],
      [uuidOf(2)]: [uuidOf(3)],
      [UNKNOWN]: [],
    };
    const query = fc.record(
      {
        status: fc.constantFrom(...ORDER_STATUSES),
        network: fc.constantFrom(...NETWORKS),
        currency: fc.constantFrom(...CURRENCIES, 'ETH'),
        testnet: fc.constantFrom('true', 'false'),
        merchantUuid: fc.constantFrom(uuidOf(1), uuidOf(3), UNKNOWN),
        userUuid: fc.constantFrom(...Object.keys(creators)),
        from: instant,
        to: instant,
        paidFrom: instant,
        paidTo: instant,
        search: fc.constantFrom('rare-', 'INV_1', 'inv', '%'),
        limit: fc.constantFrom('1', '7', '20', '100'),
        offset: fc.integer({ min: 0, max: 60 }).map(String),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        const matches = orders
          .filter(
            (each) =>
              (asked.status ?? each.status) === each.status &&
              (asked.network ?? each.network) === each.network &&
              (asked.currency ?? each.currency) === each.currency &&
              (asked.testnet ?? String(each.testnet)) === String(each.testnet) &&
              (asked.merchantUuid ?? each.merchantUuid) === each.merchantUuid &&
              (asked.userUuid === undefined || creators[asked.userUuid]?.includes(each.merchantUuid)) &&
              (asked.from ?? '') <= each.createdAt &&
              each.createdAt < (asked.to ?? '9') &&
              (asked.paidFrom === undefined || (each.paidAt != null && asked.paidFrom <= each.paidAt)) &&
              (asked.paidTo === undefined || (each.paidAt != null && each.paidAt < asked.paidTo)) &&
              each.merchantOrderId.toLowerCase().startsWith((asked.search ?? '').toLowerCase()),
          )
          .toSorted((asked.paidFrom ?? asked.paidTo) === undefined ? newestFirst : lastPaidFirst);
        const offset = Number(asked.offset ?? 0);
        const expected = matches.slice(offset, offset + Number(asked.limit ?? 20)).map(({ uuid }) => uuid);
        const page = await list(asked);
        expect(page.totalCount).toBe(matches.length);
        expect(page.orders.map(({ uuid }: { uuid: string }) => uuid)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['status=open'],
    ['network=SOL'],
    ['currency=%00'],
    ['testnet=1'],
    ['merchantUuid=7'],
    ['walletId=x'],
    ['from=yesterday'],
    ['paidTo=2026-01-01'],
    ['status=paid&status=pending'],
    ['limit=101'],
    [`search=${'a'.repeat(201)}`],
  ])('answers 400 to %s', async (query) => {
    expect((await administrator.browser.get(`/orders?${query}`)).body.status).toBe('validation_error');
  });

  it.each(['0000-01-01T00:00:00%2B23:59', '0400-02-29T04:44:58-18:34', '9999-12-31T23:59:59.999999-23:59'])(
    'accepts the time %s',
    async (time) => {
      for (const name of ['from', 'to', 'paidFrom', 'paidTo', 'search=a&paidTo']) {
        expect((await administrator.browser.get(`/orders?${name}=${time}`)).status).toBe(200);
      }
    },
  );
});

describe('an order', () => {
  const hash = `0x${'ab'.repeat(32)}`;
  const own = testOrder(OWN, {
    merchantUuid: uuidOf(5),
    merchantOrderId: 'Own 1',
    network: 'ETH',
    createdAt: '2026-06-01T10:00:00.000Z',
  });

  beforeAll(async () => {
    await platform.feed({
      orders: [own],
      transactions: [
        testTransaction(1, {
          orderUuid: own.uuid,
          amount: '60.5',
          hash,
          createdAt: '2026-06-01T10:01:00.000Z',
        }),
        testTransaction(2, { orderUuid: own.uuid, amount: '0.000000000000000001' }),
        testTransaction(3, { orderUuid: own.uuid, type: 'refund', direction: 'outgoing', amount: '10' }),
        // None of these is money in the network and currency of the order.
        testTransaction(4, { orderUuid: own.uuid, status: 'confirming' }),
        testTransaction(5, { orderUuid: own.uuid, testnet: true }),
        testTransaction(6, { orderUuid: own.uuid, currency: 'USDC' }),
        testTransaction(7, { orderUuid: own.uuid, walletUuid: uuidOf(3) }),
        testTransaction(8, { orderUuid: own.uuid, type: 'sweep', direction: 'outgoing' }),
      ],
    });
  });

  it('received nothing if the platform reports only what it returned', async () => {
    const refunded = testOrder(OWN + 1, { merchantUuid: own.merchantUuid, refunded: '50' });
    await platform.feed({ orders: [refunded] });
    expect((await read(refunded.uuid)).body.receivedAmount).toBe('0');
  });

  it('shows what was received, to the last digit, with links to the explorer', async () => {
    const { body } = await read(own.uuid);
    expect(body.receivedAmount).toBe('50.500000000000000001');
    expect(body.transactions).toHaveLength(8);
    expect(body.transactions[0]).toEqual({
      id: uuidOf(1),
      direction: 'incoming',
      status: 'confirmed',
      hash,
      amount: '60.5',
      currency: 'USDT',
      usdAmount: '100',
      type: 'payment',
      networkFee: null,
      testnet: false,
      counterparty: null,
      createdAt: '2026-06-01T10:01:00.000Z',
      wallet: { id: expect.stringMatching(/^\d+$/), network: 'ETH' },
      explorerUrl: `https://etherscan.io/tx/${hash}`,
    });
    const other = body.transactions.find(({ id }: { id: string }) => id === uuidOf(7));
    expect(other).toMatchObject({ wallet: { network: 'BSC' }, explorerUrl: null });
    const onTestnet = body.transactions.find(({ id }: { id: string }) => id === uuidOf(5));
    expect(onTestnet).toMatchObject({ testnet: true, explorerUrl: null });
  });

  it.each(['own 1', 'OWN', own.uuid, hash, hash.slice(0, 10), hash.slice(2, 12).toUpperCase(), ` ${hash} `])(
    'is found by %j',
    async (search) => {
      expect(await find({ search })).toEqual(search.includes('ABAB') ? [] : ['Own 1']);
    },
  );

  it('is found by a wallet of its transactions', async () => {
    const { body } = await read(own.uuid);
    const walletId = body.transactions[0].wallet.id;
    for (const id of [walletId, uuidOf(1), uuidOf(3)])
      expect(await find({ walletId: id })).toEqual(['Own 1']);
    expect(await find({ walletId: uuidOf(2) })).toEqual([]);
    expect(await find({ walletId: '123456789' })).toEqual([]);
  });

  it('has received 0 if the platform reports a refund before the payment', async () => {
    const early = { ...own, uuid: uuidOf(9_080), createdAt: '2026-06-02T10:00:00.000Z', refunded: '50' };
    await platform.feed({ orders: [early] });
    expect((await read(early.uuid)).body.receivedAmount).toBe('0');
    expect((await list({ search: early.uuid })).orders).toMatchObject([{ receivedAmount: '0' }]);
  });

  it('keeps the history of its status, and moves between the counts', async () => {
    const paidAt = '2026-06-01T10:20:00.000Z';
    const countPaid = async () => (await list({ status: 'paid', from: '2026-06-01T00:00:00Z' })).totalCount;
    expect(await countPaid()).toBe(0);
    await platform.feed({ orders: [{ ...own, status: 'expired' }] });
    await platform.feed({ orders: [{ ...own, status: 'paid', paidAt }] });
    await platform.feed({ orders: [{ ...own, status: 'paid', paidAt }] });
    const { body } = await read(own.uuid);
    expect(body.history).toEqual([
      { status: 'pending', at: own.createdAt },
      { status: 'expired', at: expect.stringMatching(/^20/) },
      { status: 'paid', at: paidAt },
    ]);
    expect(body).toMatchObject({ status: 'paid', paidAt, serviceFeeUsd: '1' });
    expect(await countPaid()).toBe(1);
  });

  it('knows only the creation and the payment of an order that arrives later', async () => {
    const { createdAt, paidAt } = order(4);
    expect((await read(uuidOf(4))).body.history).toEqual([
      { status: 'pending', at: createdAt },
      { status: 'paid', at: paidAt },
    ]);
    expect((await read(uuidOf(2))).body.history).toEqual([{ status: 'pending', at: order(2).createdAt }]);
  });

  it('takes the time of an end from the update that the platform sends', async () => {
    const [createdAt, updatedAt] = ['2026-06-01T10:00:00.000Z', '2026-06-01T11:00:00.000Z'];
    const ended = { ...own, uuid: uuidOf(9_070), status: 'cancelled', createdAt, updatedAt } as const;
    const open = { ...own, uuid: uuidOf(9_071), createdAt, updatedAt: createdAt } as const;
    await platform.feed({ orders: [ended, open] });
    await platform.feed({ orders: [{ ...open, status: 'expired', updatedAt }] });
    const historyOf = async (id: string) => (await read(id)).body.history;
    expect(await historyOf(ended.uuid)).toEqual([
      { status: 'pending', at: createdAt },
      { status: 'cancelled', at: updatedAt },
    ]);
    expect(await historyOf(open.uuid)).toEqual([
      { status: 'pending', at: createdAt },
      { status: 'expired', at: updatedAt },
    ]);
  });

  it('begins the history with the corrected time of its creation', async () => {
    const [createdAt, corrected, endedAt] = ['10', '09', '11'].map((hour) => `2026-06-01T${hour}:00:00.000Z`);
    const open = { ...own, uuid: uuidOf(9_072), createdAt } as const;
    const ended = { ...open, status: 'expired', updatedAt: endedAt } as const;
    await platform.feed({ orders: [open] });
    await platform.feed({ orders: [ended] });
    await platform.feed({ orders: [{ ...ended, createdAt: corrected }] });
    const history = [
      { status: 'pending', at: corrected },
      { status: 'expired', at: endedAt },
    ];
    expect((await read(open.uuid)).body.history).toEqual(history);
    const again = { ...ended, status: 'pending', updatedAt: '2026-06-01T12:00:00.000Z' };
    await platform.feed({ orders: [{ ...again, createdAt: corrected }] });
    await platform.feed({ orders: [{ ...again, createdAt }] });
    expect((await read(open.uuid)).body.history).toEqual([
      { status: 'pending', at: createdAt },
      { status: 'expired', at: endedAt },
      { status: 'pending', at: again.updatedAt },
    ]);
  });

  it('answers 404 to an unknown uuid and to other ids', async () => {
    expect((await read(UNKNOWN)).body).toMatchObject({ status: 'not_found', message: 'Order not found' });
    expect((await read('7')).body).toMatchObject({ status: 'not_found' });
  });
});

it('counts the orders of each day exactly, after changes of every column', async () => {
  await platform.feed({
    orders: [
      testOrder(2_000),
      testOrder(2_000 + 1, { createdAt: '2026-07-01T23:59:59.999Z' }),
      { ...order(5), network: 'BSC', currency: 'DAI', testnet: true, createdAt: '2026-07-02T00:00:00.000Z' },
    ],
  });
  const { rows } = await sql`
    SELECT * FROM (
      SELECT (created_at AT TIME ZONE 'UTC')::date AS day, status, network, currency, testnet, count(*)::integer AS orders
      FROM orders GROUP BY 1, 2, 3, 4, 5) AS counted
    FULL JOIN (SELECT * FROM order_days WHERE orders <> 0) AS kept
      USING (day, status, network, currency, testnet, orders)
    WHERE kept IS NULL OR counted IS NULL`.execute(test.database.reader);
  expect(rows).toEqual([]);
});
