import type { FeedWalletTransaction } from '@halyard/contract/platform-feed-wallets';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '@halyard/contract/wallets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator } from '../../../test/authenticator.ts';
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

const TRANSACTIONS = 300;
const HOUR_MS = 60 * 60_000;
const FIRST_MS = Date.parse('2025-11-15T21:00:00.000Z');
const OUTBOUND = 1;
const INBOUND = 2;

let test: TestApplication;
let platform: TestPlatform;
let administrator: Enrolled;

/** Outbound transaction. Numbers 100 to 109 have the same time. */
function transaction(number: number): FeedWalletTransaction {
  const place = number >= 100 && number < 110 ? 100 : number;
  return testTransaction(number, {
    createdAt: new Date(FIRST_MS + (place * HOUR_MS * (place % 7 === 0 ? 20 : 13)) / 2).toISOString(),
    currency: number % 3 === 0 ? 'USDC' : 'USDT',
    status: TRANSACTION_STATUSES[number % 50 < 40 ? 2 : number % 5] ?? 'confirmed',
    type: TRANSACTION_TYPES[number % 11 === 0 ? number % 7 : 2] ?? 'payment',
  });
}

const all = Array.from({ length: TRANSACTIONS }, (_, index) => transaction(index + 1)).toSorted(
  (one, other) =>
    one.createdAt === other.createdAt
      ? other.uuid.localeCompare(one.uuid)
      : other.createdAt.localeCompare(one.createdAt),
);

/** Converts the transaction to one of the inbound wallet. */
function ofInbound(sent: FeedWalletTransaction): FeedWalletTransaction {
  return { ...sent, uuid: sent.uuid.replace(/^0/, '1'), walletUuid: uuidOf(INBOUND) };
}

async function feedAll(transactions: readonly FeedWalletTransaction[]): Promise<void> {
  for (let sent = 0; sent < transactions.length; sent += 100) {
    await platform.feed({ transactions: transactions.slice(sent, sent + 100) });
  }
}

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
  administrator = await enrolAdministrator(test, 'admin@example.com');
  await platform.feed({
    merchants: [testMerchant(1)],
    orders: [testOrder(1), testOrder(2, { merchantOrderId: 'A-1', status: 'expired' })],
    wallets: [
      testWallet(OUTBOUND, { type: 'outbound' }),
      testWallet(INBOUND),
      testWallet(3, { network: 'TRON' }),
      testWallet(4, { network: 'POLYGON' }),
    ],
  });
  await feedAll(all);
  await feedAll(all.map(ofInbound));
});
afterAll(async () => await test.close());

type Query = Readonly<Record<string, string>>;

async function list(wallet: number, query: Query = {}) {
  const { status, body } = await administrator.browser.get(
    `/wallets/${uuidOf(wallet)}/transactions?${new URLSearchParams(query)}`,
  );
  expect(status).toBe(200);
  return body;
}

function matching({ type, currency, status, from, to }: Query): string[] {
  return all
    .filter(
      (each) =>
        (type === undefined || each.type === type) &&
        (currency === undefined || currency.endsWith(each.currency)) &&
        (status === undefined || each.status === status) &&
        (from === undefined || Date.parse(each.createdAt) >= Date.parse(from)) &&
        (to === undefined || Date.parse(each.createdAt) < Date.parse(to)),
    )
    .map(({ uuid }) => uuid);
}

const FILTERS: readonly Query[] = [
  {},
  { type: 'refund' },
  { type: 'gas_topup', status: 'dropped' },
  { type: 'payment' },
  { status: 'failed', currency: 'USDC' },
  { currency: 'ETH_USDT' },
  { from: '2025-12-10T12:00:00.000Z' },
  { to: '2026-01-02T15:30:00+02:00' },
  { from: '2025-12-01T00:00:00Z', to: '2026-01-01T00:00:00Z', currency: 'USDT' },
  {
    from: transaction(100).createdAt,
    to: new Date(Date.parse(transaction(100).createdAt) + 1).toISOString(),
  },
  { from: '2025-12-11T00:00:00Z', to: '2025-12-11T23:59:59.999Z', status: 'confirmed' },
  { from: '2026-01-01T00:00:00Z', to: '2025-12-01T00:00:00Z' },
  { from: '0000-01-01T00:00:00Z', to: '9999-12-31T23:59:59-14:00' },
  { to: '2020-01-01T00:00:00Z' },
  { to: transaction(100).createdAt },
];

describe.each([
  ['an outbound', OUTBOUND],
  ['an inbound', INBOUND],
])('the transactions of %s wallet', (_kind, wallet) => {
  const expectedIds = (query: Query) =>
    matching(query).map((uuid) => (wallet === INBOUND ? uuid.replace(/^0/, '1') : uuid));
  const idsOf = ({ transactions }: { readonly transactions: readonly { readonly id: string }[] }) =>
    transactions.map(({ id }) => id);

  // @spec 7.44, D.101, D.116
  it.each(FILTERS)('returns the right page at every offset with %j, newest first', async (query) => {
    const expected = expectedIds(query);
    for (const offset of [0, 1, 19, 20, 57, 99, 140, 251, 299, 300, 1_000_000_000]) {
      const page = await list(wallet, { ...query, offset: String(offset) });
      expect(page.pagination.totalCount).toBe(expected.length);
      expect(idsOf(page)).toEqual(expected.slice(offset, offset + 20));
      const last = page.transactions.at(-1)?.id ?? null;
      expect(page.pagination.nextCursor).toBe(offset + 20 < expected.length ? last : null);
    }
  });

  // @spec D.116
  it.each(FILTERS)('returns each transaction once by cursor with %j', async (query) => {
    const expected = expectedIds(query);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      // The cursor overrides the offset.
      const page = await list(wallet, {
        ...query,
        limit: '33',
        ...(cursor !== undefined && { cursor, offset: '5' }),
      });
      expect(page.pagination.totalCount).toBe(expected.length);
      seen.push(...idsOf(page));
      cursor = page.pagination.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(expected);
  });

  it('continues after a cursor despite newer transactions', async () => {
    const before = await list(wallet, { limit: '10' });
    const isIn = { walletUuid: uuidOf(wallet) };
    await platform.feed({
      transactions: [
        testTransaction(1_000 + wallet, {
          ...isIn,
          createdAt: '2026-02-28T00:00:00.000Z',
          status: 'pending',
        }),
      ],
    });
    const next = await list(wallet, { limit: '10', cursor: before.pagination.nextCursor });
    expect(idsOf(next)).toEqual(expectedIds({}).slice(10, 20));
    expect(next.pagination.totalCount).toBe(TRANSACTIONS + 1);
    await test.database.query({
      text: `DELETE FROM wallet_transactions WHERE id = '${uuidOf(1_000 + wallet)}'`,
    });
    expect((await list(wallet)).pagination.totalCount).toBe(TRANSACTIONS);
  });
});

describe('wallet transaction', () => {
  // @spec 3.18, 7.45, D.145
  it('returns all fields of a transaction', async () => {
    await platform.feed({
      transactions: [
        testTransaction(2_000, {
          walletUuid: uuidOf(3),
          direction: 'outgoing',
          type: 'payout',
          status: 'confirming',
          hash: 'AB'.repeat(32),
          currency: 'TRX',
          amount: '12345678901234567890.123456789012345678',
          amountUsd: '0.10',
          networkFee: '1.100000',
          testnet: true,
          orderUuid: uuidOf(2),
        }),
        testTransaction(2_001, {
          walletUuid: uuidOf(3),
          hash: null,
          amountUsd: null,
          createdAt: '2026-01-02T00:00:00.000Z',
        }),
      ],
    });
    expect((await list(3)).transactions).toEqual([
      {
        id: uuidOf(2_000),
        direction: 'outgoing',
        status: 'confirming',
        hash: 'AB'.repeat(32),
        amount: '12345678901234567890.123456789012345678',
        currency: 'TRX',
        usdAmount: '0.1',
        type: 'payout',
        networkFee: '1.1',
        testnet: true,
        createdAt: '2026-01-03T00:00:00.000Z',
        relatedOrder: { merchantOrderId: 'A-1', status: 'expired' },
      },
      expect.objectContaining({ hash: null, usdAmount: null, networkFee: null, relatedOrder: null }),
    ]);
  });

  it('finds a transaction by currency only on its own network', async () => {
    const count = async (currency: string) => (await list(3, { currency })).pagination.totalCount;
    expect(await count('TRX')).toBe(1);
    expect(await count('TRON_TRX')).toBe(1);
    for (const currency of ['ETH_TRX', 'TRON_XYZ', 'WRONG_TRX', 'MATIC_TRX']) {
      expect(await count(currency)).toBe(0);
    }
    await platform.feed({ transactions: [testTransaction(2_002, { walletUuid: uuidOf(4) })] });
    for (const currency of ['USDT', 'POLYGON_USDT', 'MATIC_USDT']) {
      expect((await list(4, { currency })).pagination.totalCount).toBe(1);
    }
  });

  it.each(['USDC.e', 'stETH', 'TRON_stETH', 'A', '888', 'A'.repeat(32)])(
    'finds no transaction of the unknown currency %s',
    async (currency) => {
      expect(await list(3, { currency })).toMatchObject({ transactions: [], pagination: { totalCount: 0 } });
    },
  );

  it('finds a Polygon transaction by either currency name', async () => {
    const native = { walletUuid: uuidOf(4), currency: 'MATIC' };
    await platform.feed({ transactions: [testTransaction(2_003, native)] });
    for (const currency of ['POL', 'MATIC', 'POLYGON_MATIC', 'MATIC_POL']) {
      const { transactions } = await list(4, { currency });
      expect(transactions).toMatchObject([{ id: uuidOf(2_003), currency: 'POL' }]);
    }
  });
});

describe('transaction search', () => {
  const find = async (wallet: number, query: Query) => {
    const { transactions, pagination } = await list(wallet, query);
    return [pagination.totalCount, transactions.map(({ id }: { id: string }) => id)];
  };

  // @spec D.116
  it('finds a transaction by hash or hash prefix in any case', async () => {
    const hash = transaction(255).hash ?? '';
    expect(hash).toMatch(/ff$/);
    for (const search of [hash, hash.toUpperCase(), ` ${hash} `]) {
      expect(await find(OUTBOUND, { search })).toEqual([1, [uuidOf(255)]]);
    }
    expect(await find(3, { search: 'ABAB' })).toEqual([1, [uuidOf(2_000)]]);
    expect(await find(3, { search: 'ab'.repeat(32) })).toEqual([1, [uuidOf(2_000)]]);
    for (const search of [hash.slice(1), 'bab', '%', 'a_', '\\', `${hash}0`, "'"]) {
      expect(await find(3, { search })).toEqual([0, []]);
    }
  });

  it('finds a transaction by the whole order id of the merchant in any case', async () => {
    for (const search of ['A-1', 'a-1']) {
      expect(await find(3, { search })).toEqual([1, [uuidOf(2_000)]]);
    }
    for (const search of ['A-', 'A-2', 'b-1']) expect(await find(3, { search })).toEqual([0, []]);
    expect(await find(OUTBOUND, { search: 'A-1' })).toEqual([0, []]);
  });

  it('finds a transaction by the uuid of its order', async () => {
    for (const search of [uuidOf(2), uuidOf(2).toUpperCase()]) {
      expect(await find(3, { search })).toEqual([1, [uuidOf(2_000)]]);
      expect(await find(3, { search, from: '2000-01-01T00:00:00Z' })).toEqual([1, [uuidOf(2_000)]]);
    }
    for (const search of [uuidOf(1), uuidOf(2_000)]) expect(await find(3, { search })).toEqual([0, []]);
  });

  it.each<Query>([
    {},
    { type: 'payment' },
    { from: '2025-12-01T00:00:00Z', to: '2026-01-01T00:00:00Z' },
    { status: 'failed' },
  ])('pages through the matches of %j', async (filters) => {
    const expected = matching(filters);
    const query = { ...filters, search: '0x00', limit: '50' };
    const seen: string[] = [];
    for (let offset = 0; offset < expected.length; offset += 50) {
      const [total, ids] = await find(OUTBOUND, { ...query, offset: String(offset) });
      expect(total).toBe(expected.length);
      seen.push(...ids);
    }
    expect(seen).toEqual(expected);
    const { transactions, pagination } = await list(OUTBOUND, query);
    if (pagination.nextCursor === null) return;
    const next = await find(OUTBOUND, { ...query, cursor: pagination.nextCursor });
    expect(next).toEqual([expected.length, expected.slice(transactions.length, transactions.length + 50)]);
  });
});

describe('invalid transaction requests', () => {
  it.each([
    ['999999', ''],
    [uuidOf(99), ''],
  ])('answers 404 for the wallet %s', async (id, query) => {
    const answer = await administrator.browser.get(`/wallets/${id}/transactions${query}`);
    expect(answer).toMatchObject({ status: 404, body: { status: 'not_found' } });
  });

  it.each([
    'limit=0',
    'limit=101',
    'offset=-1',
    'type=payments',
    'status=done',
    'currency=usdt',
    'currency=TRON_USDT_X',
    `currency=${'A'.repeat(33)}`,
    'currency=',
    'from=yesterday',
    'to=2026-02-30T00:00:00Z',
    'cursor=x',
    `cursor=${uuidOf(5_000)}`,
    `cursor=1${uuidOf(1).slice(1)}`,
    `search=${'a'.repeat(201)}`,
    'search=%00',
    'type=refund&type=fee',
  ])('answers 400 to %s', async (query) => {
    const answer = await administrator.browser.get(`/wallets/${uuidOf(OUTBOUND)}/transactions?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { status: 'validation_error' } });
  });

  it('requires a signed-in administrator', async () => {
    const path = `/wallets/${uuidOf(OUTBOUND)}/transactions`;
    expect((await test.newBrowser().get(path)).status).toBe(401);
  });
});
