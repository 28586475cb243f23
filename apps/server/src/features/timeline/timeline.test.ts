import type { TimelineEvent } from '@halyard/contract/timeline';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator } from '../../../test/authenticator.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import {
  connectPlatform,
  privateKeyOf,
  type TestPlatform,
  testAuditEntry,
  testMerchant,
  testOrder,
  testTransaction,
  testUser,
  testWallet,
  testWalletLock,
  uuidOf,
} from '../../../test/test-platform.ts';
import { databaseNow } from '../../infra/database-now.ts';

const CREATED_AT = '2026-01-03T10:00:00.000Z';
const PAID_AT = '2026-01-03T10:05:00.000Z';
const UNKNOWN = uuidOf(0xdead);
/** An order that was paid in full, with a second payment. */
const ORDER = uuidOf(100);
/** A merchant with many orders at the same times. */
const BUSY = uuidOf(9);

let test: TestApplication;
let platform: TestPlatform;
let administrator: Enrolled;

async function post(path: string, payload: object): Promise<void> {
  expect((await administrator.browser.send('POST', path, { payload })).status).toBe(204);
}

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
  administrator = await enrolAdministrator(test, 'admin@example.com');
  await platform.feed({
    users: [testUser(1), testUser(2), testUser(3, { deletedAt: '2026-02-01T00:00:00.000Z' })],
    merchants: [
      testMerchant(1, { userUuid: uuidOf(1) }),
      testMerchant(2, { userUuid: uuidOf(1) }),
      testMerchant(9),
    ],
    wallets: [testWallet(1, { network: 'TRON' }), testWallet(2)],
    orders: [
      testOrder(100, { status: 'paid', createdAt: CREATED_AT, paidAt: PAID_AT, merchantOrderId: '<b>A</b>' }),
      testOrder(101, { merchantUuid: uuidOf(2), status: 'expired', createdAt: '2026-01-04T00:00:00.000Z' }),
    ],
    transactions: [
      testTransaction(200, { orderUuid: ORDER, createdAt: PAID_AT, amount: '100.000000000000000001' }),
      testTransaction(201, { orderUuid: ORDER, createdAt: '2026-01-03T11:00:00.000Z' }),
      testTransaction(202, { createdAt: '2026-01-03T12:00:00.000Z' }),
    ],
  });
});
afterAll(async () => await test.close());

type Query = Readonly<Record<string, string>>;
interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly at: string;
}

async function read(path: string, query: Query = {}) {
  return await administrator.browser.get(`${path}/timeline?${new URLSearchParams(query)}`);
}

async function eventsOf(path: string, query: Query = {}) {
  const { status, body } = await read(path, { limit: '100', ...query });
  expect(status).toBe(200);
  expect(body.nextCursor).toBeNull();
  // An order is fed before its transactions, so this exception opens and closes.
  return body.events.filter(
    ({ exception }: { exception?: { kind: string } }) => exception?.kind !== 'paid_without_money',
  );
}

/** Follows the cursors to the last page. */
async function allPages(path: string, query: Query): Promise<Shown[]> {
  const shown: Shown[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { status, body } = await read(path, { ...query, ...(cursor !== '' && { cursor }) });
    expect(status).toBe(200);
    expect(body.events).not.toEqual([]);
    shown.push(...body.events);
    cursor = body.nextCursor;
  }
  return shown;
}

/** The event that a user of `testUser` was created. */
const createdUser = (number: number) => ({
  id: `userCreation-${uuidOf(number)}`,
  kind: 'status',
  at: testUser(number).createdAt,
  created: { type: 'user', uuid: uuidOf(number), name: `User ${number}` },
});

async function openExceptionOf(orderUuid: string): Promise<{ readonly id: string }> {
  const { body } = await administrator.browser.get(`/exceptions?state=open&orderUuid=${orderUuid}`);
  return body.exceptions[0];
}

describe('the timeline of an order', () => {
  it('joins its statuses, transactions and exceptions, newest first', async () => {
    const order = { uuid: ORDER, merchantOrderId: '<b>A</b>' };
    const transaction = {
      direction: 'incoming',
      type: 'payment',
      status: 'confirmed',
      testnet: false,
      currency: 'USDT',
      amount: '100',
      usdAmount: '100',
      wallet: { id: '1', network: 'TRON' },
    };
    expect(await eventsOf(`/orders/${ORDER}`)).toEqual([
      {
        id: expect.stringMatching(/^openedException-/),
        kind: 'exception',
        at: '2026-01-03T11:00:00.000Z',
        order,
        exception: {
          id: expect.any(String),
          kind: 'overpaid',
          change: 'opened',
          expected: '100',
          received: '200.000000000000000001',
          currency: 'USDT',
          amountUsd: '100',
        },
      },
      {
        id: `transaction-${uuidOf(201)}`,
        kind: 'transaction',
        at: '2026-01-03T11:00:00.000Z',
        order,
        transaction: { ...transaction, id: uuidOf(201), hash: expect.any(String) },
      },
      { id: expect.any(String), kind: 'status', at: PAID_AT, order, status: 'paid' },
      {
        id: `transaction-${uuidOf(200)}`,
        kind: 'transaction',
        at: PAID_AT,
        order,
        transaction: {
          ...transaction,
          id: uuidOf(200),
          amount: '100.000000000000000001',
          hash: expect.any(String),
        },
      },
      { id: expect.any(String), kind: 'status', at: CREATED_AT, order, status: 'pending' },
    ]);
  });

  it('shows who decided about its exceptions, and when they closed', async () => {
    const exception = await openExceptionOf(ORDER);
    await post(`/exceptions/${exception.id}/resolve`, { reason: 'Refund agreed' });
    await post(`/exceptions/${exception.id}/reopen`, { reason: 'Not refunded' });
    await platform.feed({
      transactions: [
        testTransaction(203, {
          direction: 'outgoing',
          type: 'refund',
          refundOf: uuidOf(201),
          createdAt: '2026-01-05T00:00:00.000Z',
        }),
      ],
    });
    const events = await eventsOf(`/orders/${ORDER}`, { kind: 'exception' });
    expect(events).toMatchObject([
      { exception: { kind: 'overpaid', change: 'closed' } },
      {
        entry: {
          action: 'exception.reopen',
          description: 'Exception opened again',
          actor: { email: 'admin@example.com' },
          reason: 'Not refunded',
        },
      },
      { entry: { action: 'exception.resolve', reason: 'Refund agreed' } },
      { exception: { kind: 'overpaid', change: 'opened' } },
    ]);
    expect(await eventsOf(`/merchants/${uuidOf(1)}`, { kind: 'exception' })).toEqual(events);
    expect(await eventsOf(`/users/${uuidOf(1)}`, { kind: 'exception' })).toEqual(
      expect.arrayContaining(events),
    );
    expect(await eventsOf(`/orders/${uuidOf(101)}`, { kind: 'exception' })).toEqual([]);
    expect(await eventsOf(`/merchants/${uuidOf(1)}`, { kind: 'audit' })).toEqual([]);
  });
});

describe('the timeline of a merchant', () => {
  it('has the wallets that are locked for it, and entries at the time of the platform', async () => {
    await platform.feed({
      locks: [
        testWalletLock({
          lock: { merchantId: uuidOf(2), currency: 'USDT', networkId: 'TRON', lockedAt: PAID_AT },
        }),
      ],
    });
    const answer = await platform.post('/audit-logs', {
      entries: [testAuditEntry(300, { resource: { type: 'merchant', id: uuidOf(2), identifier: 'Shop' } })],
    });
    expect(answer.status).toBe(200);
    expect(await eventsOf(`/merchants/${uuidOf(2)}`)).toMatchObject([
      {
        kind: 'audit',
        at: '2026-02-28T22:59:59.500Z',
        entry: { id: uuidOf(300), action: 'order.refund', serviceKeyId: expect.any(String), reason: null },
      },
      { kind: 'status', status: 'pending', order: { uuid: uuidOf(101) } },
      {
        kind: 'lock',
        at: PAID_AT,
        lock: { wallet: { id: '1', network: 'TRON' }, currency: 'USDT', change: 'locked' },
      },
      {
        id: `merchantCreation-${uuidOf(2)}`,
        kind: 'status',
        at: '2026-01-02T00:00:00.000Z',
        created: { type: 'merchant', uuid: uuidOf(2), name: 'Shop 2' },
      },
    ]);
  });

  it('follows an order that moves to another merchant', async () => {
    const moved = testOrder(102, { createdAt: CREATED_AT });
    await platform.feed({
      orders: [moved],
      transactions: [testTransaction(204, { orderUuid: moved.uuid, amount: '300', createdAt: PAID_AT })],
    });
    const kinds = async (merchant: number) =>
      (await eventsOf(`/merchants/${uuidOf(merchant)}`))
        .filter(({ order }: { order?: { uuid: string } }) => order?.uuid === moved.uuid)
        .map(({ kind }: Shown) => kind);
    expect(await kinds(1)).toEqual(['exception', 'exception', 'transaction', 'status']);
    await platform.feed({ orders: [{ ...moved, merchantUuid: uuidOf(2) }] });
    expect(await kinds(1)).toEqual([]);
    expect(await kinds(2)).toEqual(['exception', 'exception', 'transaction', 'status']);
  });
});

describe('the locks of a wallet', () => {
  const lockOf = (merchant: number, lockedAt: string, currency = 'USDT') => ({
    walletUuid: uuidOf(2),
    lock: { merchantId: uuidOf(merchant), currency, networkId: 'ETH', lockedAt },
  });
  const free = { walletUuid: uuidOf(2), lock: null };
  const FIRST = '2026-01-05T00:00:00.000Z';
  const SECOND = '2026-01-06T00:00:00.000Z';

  const locksOf = async (path: string) =>
    (await eventsOf(path, { kind: 'lock' })).map(({ at, lock }: TimelineEvent) => [
      lock?.change,
      lock?.currency,
      at,
    ]);
  const locksOfMerchant = async (merchant: number) => await locksOf(`/merchants/${uuidOf(merchant)}`);

  beforeAll(async () => {
    await platform.feed({
      users: [testUser(50)],
      merchants: [51, 52].map((number) => testMerchant(number, { userUuid: uuidOf(50) })),
    });
  });
  beforeEach(async () => {
    await sql`UPDATE wallets SET locked_merchant_id = NULL, lock_currency = NULL, lock_network_id = NULL,
      locked_at = NULL`.execute(test.database.reader);
    await sql`DELETE FROM wallet_locks`.execute(test.database.reader);
  });

  it('are shown to the merchant and its owner after they ended', async () => {
    await platform.feed({ locks: [lockOf(51, FIRST)] });
    expect(await locksOfMerchant(51)).toEqual([['locked', 'USDT', FIRST]]);
    const before = await databaseNow(test.database.reader);
    await platform.feed({ locks: [free] });
    const after = await databaseNow(test.database.reader);
    const [[, , unlockedAt] = [], locked] = await locksOfMerchant(51);
    expect(new Date(unlockedAt).getTime()).toBeGreaterThanOrEqual(before);
    expect(new Date(unlockedAt).getTime()).toBeLessThanOrEqual(after);
    expect(locked).toEqual(['locked', 'USDT', FIRST]);
    await platform.feed({ locks: [free, { walletUuid: uuidOf(1), lock: null }] });
    expect(await locksOfMerchant(51)).toEqual([['unlocked', 'USDT', unlockedAt], locked]);
    expect(await locksOf(`/users/${uuidOf(50)}`)).toEqual(await locksOfMerchant(51));
    expect(await locksOfMerchant(52)).toEqual([]);
  });

  it('end when the next one begins', async () => {
    await platform.feed({ locks: [lockOf(51, FIRST)] });
    await platform.feed({ locks: [lockOf(51, SECOND, 'ETH')] });
    expect(await locksOfMerchant(51)).toEqual([
      ['locked', 'ETH', SECOND],
      ['unlocked', 'USDT', SECOND],
      ['locked', 'USDT', FIRST],
    ]);
    // A late report of an earlier lock, which never ends before it began.
    await platform.feed({ locks: [lockOf(52, FIRST)] });
    expect(await locksOfMerchant(51)).toEqual([
      ['locked', 'ETH', SECOND],
      ['unlocked', 'ETH', SECOND],
    ]);
    expect(await locksOfMerchant(52)).toEqual([['locked', 'USDT', FIRST]]);
  });

  it('are corrected if they come again with the same time', async () => {
    await platform.feed({ locks: [lockOf(51, FIRST)] });
    await platform.feed({ locks: [lockOf(51, FIRST, 'ETH')] });
    expect(await locksOfMerchant(51)).toEqual([['locked', 'ETH', FIRST]]);
    await platform.feed({ locks: [free] });
    await platform.feed({ locks: [lockOf(52, FIRST)] });
    expect(await locksOfMerchant(51)).toEqual([]);
    expect(await locksOfMerchant(52)).toEqual([['locked', 'USDT', FIRST]]);
  });

  it('stay as they are if the wallet changes in another way', async () => {
    await platform.feed({ locks: [lockOf(51, FIRST)] });
    const history = async () =>
      (await sql`SELECT *, xmin::text, xmax::text FROM wallet_locks`.execute(test.database.reader)).rows;
    const before = await history();
    await sql`UPDATE wallets SET backup_count = backup_count + 1`.execute(test.database.reader);
    await platform.feed({ wallets: [testWallet(2, { privateKey: privateKeyOf(2) })] });
    expect(await history()).toEqual(before);
    expect(before).toMatchObject([{ currency: 'USDT', unlocked_at: null }]);
  });

  it('are on exactly one page each, even if the wallet came locked', async () => {
    await sql`INSERT INTO wallets (uuid, network, type, address, created_at, locked_merchant_id, lock_currency,
        lock_network_id, locked_at)
      SELECT gen_random_uuid(), 'BSC', 'inbound', 'locked-' || number, '2026-01-01', ${uuidOf(51)}, 'USDT', 'BSC',
        timestamptz '2026-01-05' + number % 3 * interval '1 hour'
      FROM generate_series(1, 30) AS number`.execute(test.database.reader);
    await sql`UPDATE wallets SET lock_currency = 'USDC', locked_at = locked_at + interval '1 hour'
      WHERE address LIKE 'locked-%'`.execute(test.database.reader);
    const whole = await eventsOf(`/merchants/${uuidOf(51)}`, { kind: 'lock' });
    expect(whole).toHaveLength(90);
    for (const limit of ['1', '7', '50']) {
      expect(await allPages(`/merchants/${uuidOf(51)}`, { kind: 'lock', limit })).toEqual(whole);
    }
  });
});

describe('the timeline of a user', () => {
  it('has the events of all their merchants, blocks as locks, and other entries', async () => {
    await post(`/users/${uuidOf(1)}/block`, { reason: 'Stolen cards' });
    const events = await eventsOf(`/users/${uuidOf(1)}`);
    const blocks = events.filter(({ kind }: Shown) => kind === 'lock');
    expect(blocks).toHaveLength(1);
    expect(blocks[0]).toMatchObject({
      entry: { action: 'user.block', description: 'User blocked', reason: 'Stolen cards' },
    });
    expect(events.filter(({ kind }: Shown) => kind === 'audit')).toEqual([]);
    const orders = events.map(({ order }: { order?: { uuid: string } }) => order?.uuid);
    expect(new Set(orders)).toEqual(new Set([undefined, ORDER, uuidOf(101), uuidOf(102)]));
    const answer = await administrator.browser.send('PUT', `/users/${uuidOf(1)}/settings`, {
      payload: { maxMerchants: 3 },
    });
    expect(answer.status).toBe(204);
    expect(await eventsOf(`/users/${uuidOf(1)}`, { kind: 'audit' })).toMatchObject([
      { kind: 'audit', entry: { action: 'user.settings_update' } },
    ]);
    expect(await eventsOf(`/users/${uuidOf(2)}`)).toEqual([createdUser(2)]);
  });

  it('has a block from before the user was known', async () => {
    const blockedAt = '2026-02-01T00:00:00.000Z';
    await platform.feed({
      users: [testUser(41, { initial: { blocked: { at: blockedAt, reason: 'From before' } } })],
    });
    expect(await eventsOf(`/users/${uuidOf(41)}`)).toEqual([
      {
        id: `earlierBlock-${uuidOf(41)}`,
        kind: 'lock',
        at: blockedAt,
        block: { reason: 'From before' },
      },
      createdUser(41),
    ]);
  });

  it('begins with the creation of the user and of their merchants', async () => {
    const events = await eventsOf(`/users/${uuidOf(1)}`, { kind: 'status' });
    const creations = events.filter(({ created }: TimelineEvent) => created !== undefined);
    expect(events.slice(-3)).toEqual(creations);
    expect(creations.slice(0, 2).map(({ created }: TimelineEvent) => created?.name)).toEqual([
      'Shop 2',
      'Shop 1',
    ]);
    expect(creations.at(-1)).toEqual(createdUser(1));
  });

  it('ends with the user if their merchant was created at the same time', async () => {
    const createdAt = '2026-01-05T00:00:00.000Z';
    await platform.feed({
      users: [testUser(42, { createdAt, name: '<i>Ada</i>' })],
      merchants: [testMerchant(43, { userUuid: uuidOf(42), createdAt })],
    });
    const whole = await eventsOf(`/users/${uuidOf(42)}`);
    expect(whole).toMatchObject([
      { id: `merchantCreation-${uuidOf(43)}`, created: { type: 'merchant', name: 'Shop 43' } },
      { id: `userCreation-${uuidOf(42)}`, created: { type: 'user', name: '<i>Ada</i>' } },
    ]);
    expect(await allPages(`/users/${uuidOf(42)}`, { limit: '1' })).toEqual(whole);
  });
});

describe('pages of a timeline', () => {
  const path = `/merchants/${BUSY}`;
  const HOURS = 10;
  const at = (number: number) => new Date(Date.UTC(2026, 2, 1, number % HOURS)).toISOString();

  beforeAll(async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => 1_000 + index);
    await platform.feed({
      orders: numbers.map((number) =>
        testOrder(number, { merchantUuid: BUSY, testnet: true, createdAt: at(number) }),
      ),
      transactions: numbers.map((number) =>
        testTransaction(number + 1_000, {
          orderUuid: uuidOf(number),
          testnet: true,
          createdAt: at(Math.floor(number / 2)),
        }),
      ),
    });
    // Times that differ by less than a millisecond.
    await test.database.transaction((transaction) =>
      sql`UPDATE order_history SET at = at + (id % 3) * interval '1 microsecond'
        WHERE merchant_id = ${BUSY}`.execute(transaction),
    );
  });

  it.each(['1', '7', '50', '60', '100'])('has every event on exactly one page of %s', async (limit) => {
    const whole = [...(await allPages(path, { limit: '100' }))];
    expect(new Set(whole.map(({ id }) => id)).size).toBe(121);
    expect(whole.map((event) => event.at)).toEqual(
      whole
        .map((event) => event.at)
        .toSorted()
        .reverse(),
    );
    expect(await allPages(path, { limit })).toEqual(whole);
  });

  it('has 50 events unless asked for more or fewer', async () => {
    const { events, nextCursor } = (await read(path)).body;
    expect([events.length, typeof nextCursor]).toEqual([50, 'string']);
  });

  it('neither repeats nor skips an event while new ones arrive', async () => {
    const whole = await allPages(path, { limit: '100' });
    const first = (await read(path, { limit: '30' })).body;
    await platform.feed({
      orders: [testOrder(1_100, { merchantUuid: BUSY, createdAt: '2026-04-01T00:00:00.000Z' })],
    });
    const rest = await allPages(path, { limit: '30', cursor: first.nextCursor });
    expect([...first.events, ...rest]).toEqual(whole);
  });

  it.each([
    ['status', ['status']],
    ['transaction', ['transaction']],
    ['status,transaction', ['status', 'transaction']],
    ['audit', []],
  ])('narrows to the kinds %s', async (kind, expected) => {
    const whole = (await allPages(path, { limit: '100' })).filter((event) => expected.includes(event.kind));
    const narrowed =
      expected.length === 0 ? await eventsOf(path, { kind }) : await allPages(path, { kind, limit: '7' });
    expect(narrowed).toEqual(whole);
  });
});

describe('refusals of timelines', () => {
  const paths = [`/users/${uuidOf(1)}`, `/merchants/${uuidOf(1)}`, `/orders/${ORDER}`];

  it.each(paths)('requires a session for %s', async (path) => {
    expect((await test.newBrowser().get(`${path}/timeline`)).status).toBe(401);
  });

  it.each([
    [`/users/${UNKNOWN}`, 'User not found'],
    [`/users/${uuidOf(3)}`, 'User not found'],
    [`/merchants/${UNKNOWN}`, 'Merchant not found'],
    [`/orders/${UNKNOWN}`, 'Order not found'],
  ])('answers 404 to %s', async (path, message) => {
    const { status, body } = await read(path);
    expect([status, body.status, body.message]).toEqual([404, 'not_found', message]);
  });

  const cursor = (text: string) => Buffer.from(text).toString('base64url');
  it.each([
    { kind: '' },
    { kind: 'order' },
    { kind: 'audit,' },
    { limit: '0' },
    { limit: '101' },
    { cursor: '' },
    { cursor: 'x' },
    { cursor: 'x'.repeat(201) },
    { cursor: cursor(`v2 2026-02-30T00:00:00.000000Z 0 ${uuidOf(1)}`) },
    { cursor: cursor('v2 2026-02-03T00:00:00.000000Z 0 1') },
    { cursor: cursor(`v2 2026-02-03T00:00:00.000000Z 3 ${uuidOf(1)}`) },
    { cursor: cursor('v2 2026-02-03T00:00:00.000000Z 3 9999999999999999999') },
    { cursor: cursor(`v2 2026-02-03T00:00:00.000000Z 11 ${uuidOf(1)}`) },
    { cursor: cursor('v2 2026-02-03T00:00:00.000000Z 12 1') },
    { cursor: `${cursor('v2 2026-02-03T00:00:00.000000Z 3 1')}=` },
    { cursor: cursor('v1 2026-02-03T00:00:00.000000Z 1 1') },
  ])('answers 400 to %j', async (query) => {
    for (const path of paths) {
      expect((await read(path, query)).body).toMatchObject({ status: 'validation_error' });
    }
  });
});
