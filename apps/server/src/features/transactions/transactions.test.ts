import { NETWORKS } from '@halyard/contract/networks';
import type { FeedWalletTransaction } from '@halyard/contract/platform-feed-wallets';
import {
  TRANSACTION_DIRECTIONS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  WALLET_TYPES,
} from '@halyard/contract/wallets';
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
  testWallet,
  uuidOf,
} from '../../../test/test-platform.ts';

const TRANSACTIONS = 200;
const WALLETS = 8;
const START_MS = Date.parse('2026-01-03T00:00:00.000Z');
const HOUR_MS = 60 * 60_000;
const CURRENCIES = ['USDT', 'USDC', 'DAI'];
/** A transaction of an order, created after the others. */
const OWN = 1_000;
const HASH = `0x${'ab'.repeat(32)}`;

let test: TestApplication;
let platform: TestPlatform;
let administrator: Enrolled;

const wallets = Array.from({ length: WALLETS }, (_, index) =>
  testWallet(index + 1, {
    network: NETWORKS[index % 4] ?? 'ETH',
    type: WALLET_TYPES[index < 4 ? 0 : 1],
  }),
);

/** Some amounts are whole, small or unknown. */
function amountUsdOf(number: number): string | null {
  if (number % 11 === 0) return null;
  if (number % 13 === 0) return `0.${number}`;
  return number % 4 === 0 ? String(number) : `${number}.000000000000000001`;
}

/** Some transactions have the same time, and some days have none. */
function transaction(number: number): FeedWalletTransaction {
  const hours = Math.floor(number / 3) * (number > 100 ? 13 : 5);
  return testTransaction(number, {
    walletUuid: uuidOf(1 + (number % WALLETS)),
    direction: TRANSACTION_DIRECTIONS[number % 3] ?? 'incoming',
    type: TRANSACTION_TYPES[number % 7] ?? 'payment',
    status: TRANSACTION_STATUSES[(number * 3) % 5] ?? 'confirmed',
    currency: CURRENCIES[number % 50 === 0 ? 2 : number % 2] ?? 'USDT',
    testnet: number % 9 === 0,
    amountUsd: amountUsdOf(number),
    createdAt: new Date(START_MS + hours * HOUR_MS).toISOString(),
  });
}

const transactions = Array.from({ length: TRANSACTIONS }, (_, index) => transaction(index + 1));

const newestFirst = (one: FeedWalletTransaction, other: FeedWalletTransaction) =>
  one.createdAt === other.createdAt
    ? other.uuid.localeCompare(one.uuid)
    : other.createdAt.localeCompare(one.createdAt);

/** In units of 10^-18. */
const units = (usd: string) => {
  const [whole = '', fraction = ''] = usd.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
};

beforeAll(async () => {
  test = await startTestApplication({ explorerUrls: { ETH: 'https://etherscan.io' } });
  platform = await connectPlatform(test);
  administrator = await enrolAdministrator(test, 'admin@example.com');
  await platform.feed({
    merchants: [testMerchant(1)],
    wallets,
    transactions: transactions.slice(0, 100),
  });
  await platform.feed({ transactions: transactions.slice(100) });
});
afterAll(async () => await test.close());

type Query = Readonly<Record<string, string>>;

async function list(query: Query = {}) {
  const { status, body } = await administrator.browser.get(`/transactions?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body;
}

const idsOf = ({ transactions: listed }: { transactions: readonly { id: string }[] }) =>
  listed.map(({ id }) => id);

describe('the list of all transactions', () => {
  it('requires a signed-in administrator', async () => {
    expect((await test.newBrowser().get('/transactions')).status).toBe(401);
  });

  it('returns every transaction on exactly one page, newest first', async () => {
    const expected = transactions.toSorted(newestFirst).map(({ uuid }) => uuid);
    for (const limit of [7, 20, 100]) {
      const seen: string[] = [];
      while (seen.length < TRANSACTIONS) {
        const page = await list({ limit: String(limit), offset: String(seen.length) });
        expect(page.pagination).toEqual({ totalCount: TRANSACTIONS });
        expect(page.transactions).not.toEqual([]);
        seen.push(...idsOf(page));
      }
      expect(seen).toEqual(expected);
    }
    const beyond = await list({ offset: '1000000000' });
    expect(beyond).toMatchObject({ transactions: [], pagination: { totalCount: TRANSACTIONS } });
  });

  it('agrees with a plain filter for any combination of filters and any page', async () => {
    const monthStart = fc
      .integer({ min: 0, max: 4 })
      .map((month) => new Date(Date.UTC(2026, month)).toISOString());
    const instant = fc.oneof(
      monthStart,
      fc
        .integer({ min: -30, max: 1_600 })
        .map((hours) => new Date(START_MS + hours * HOUR_MS + 1).toISOString()),
    );
    const usd = fc
      .tuple(fc.integer({ min: 0, max: 210 }), fc.constantFrom('', '.000000000000000001', '.13'))
      .map(([number, rest]) => `${number}${rest}`);
    const query = fc.record(
      {
        direction: fc.constantFrom(...TRANSACTION_DIRECTIONS),
        type: fc.constantFrom(...TRANSACTION_TYPES),
        status: fc.constantFrom(...TRANSACTION_STATUSES),
        network: fc.constantFrom(...NETWORKS),
        currency: fc.constantFrom(...CURRENCIES, 'ETH'),
        walletType: fc.constantFrom(...WALLET_TYPES),
        testnet: fc.constantFrom('true', 'false'),
        minUsd: usd,
        maxUsd: usd,
        from: instant,
        to: instant,
        limit: fc.constantFrom('1', '7', '20', '100'),
        offset: fc.integer({ min: 0, max: 60 }).map(String),
      },
      { requiredKeys: [] },
    );
    const walletOf = new Map(wallets.map((wallet) => [wallet.uuid, wallet]));
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        const matches = transactions
          .filter((each) => {
            const wallet = walletOf.get(each.walletUuid);
            const hasRange = asked.minUsd !== undefined || asked.maxUsd !== undefined;
            const amount = each.amountUsd == null ? undefined : units(each.amountUsd);
            return (
              (asked.direction ?? each.direction) === each.direction &&
              (asked.type ?? each.type) === each.type &&
              (asked.status ?? each.status) === each.status &&
              (asked.network ?? wallet?.network) === wallet?.network &&
              (asked.walletType ?? wallet?.type) === wallet?.type &&
              (asked.currency ?? each.currency) === each.currency &&
              (asked.testnet ?? String(each.testnet)) === String(each.testnet) &&
              (asked.from ?? '') <= each.createdAt &&
              each.createdAt < (asked.to ?? '9') &&
              (!hasRange ||
                (amount !== undefined &&
                  units(asked.minUsd ?? '0') <= amount &&
                  amount <= units(asked.maxUsd ?? '1000000')))
            );
          })
          .toSorted(newestFirst);
        const offset = Number(asked.offset ?? 0);
        const page = await list(asked);
        expect(page.pagination.totalCount).toBe(matches.length);
        expect(units(page.totalUsd)).toBe(
          matches.reduce((sum, { amountUsd }) => sum + units(amountUsd ?? '0'), 0n),
        );
        expect(units(page.confirmedUsd)).toBe(
          matches
            .filter(({ status, testnet }) => status === 'confirmed' && !testnet)
            .reduce((sum, { amountUsd }) => sum + units(amountUsd ?? '0'), 0n),
        );
        expect(idsOf(page)).toEqual(
          matches.slice(offset, offset + Number(asked.limit ?? 20)).map(({ uuid }) => uuid),
        );
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['direction=sideways'],
    ['type=gift'],
    ['status=paid'],
    ['network=SOL'],
    ['currency=%00'],
    ['walletType=hot'],
    ['testnet=1'],
    ['minUsd=-1'],
    ['minUsd=1e3'],
    ['maxUsd=1%2C000'],
    ['maxUsd='],
    ['from=yesterday'],
    ['type=payout&type=sweep'],
    ['limit=101'],
    [`search=${'a'.repeat(201)}`],
  ])('answers 400 to %s', async (query) => {
    expect((await administrator.browser.get(`/transactions?${query}`)).body.status).toBe('validation_error');
  });

  it.each(['0000-01-01T00:00:00%2B23:59', '0400-02-29T04:44:58-18:34', '9999-12-31T23:59:59.999999-23:59'])(
    'accepts the time %s',
    async (time) => {
      for (const name of ['from', 'to', 'minUsd=1&from', 'minUsd=1&to', 'search=a&to']) {
        expect((await administrator.browser.get(`/transactions?${name}=${time}`)).status).toBe(200);
      }
    },
  );
});

describe('a transaction of the list', () => {
  beforeAll(async () => {
    await platform.feed({
      orders: [testOrder(OWN, { merchantOrderId: 'Own 1' })],
      transactions: [
        testTransaction(OWN, {
          orderUuid: uuidOf(OWN),
          hash: HASH,
          amount: '0.000000000000000001',
          createdAt: '2026-06-01T10:01:00.000Z',
        }),
      ],
    });
  });

  it('has its wallet, its order and a link to the explorer', async () => {
    const address = wallets[0]?.address;
    const { transactions: listed, totalUsd } = await list({ search: HASH });
    expect(totalUsd).toBe('100');
    expect(listed).toEqual([
      {
        id: uuidOf(OWN),
        direction: 'incoming',
        status: 'confirmed',
        hash: HASH,
        amount: '0.000000000000000001',
        currency: 'USDT',
        usdAmount: '100',
        type: 'payment',
        networkFee: null,
        testnet: false,
        createdAt: '2026-06-01T10:01:00.000Z',
        relatedOrder: { uuid: uuidOf(OWN), merchantOrderId: 'Own 1', status: expect.any(String) },
        wallet: { id: expect.stringMatching(/^\d+$/), address, network: 'ETH', type: 'outbound' },
        explorerUrl: `https://etherscan.io/tx/${HASH}`,
      },
    ]);
  });

  it.each([HASH, HASH.slice(0, 10), HASH.slice(0, 20).toUpperCase().replace('X', 'x'), ` ${HASH} `, 'own 1'])(
    'is found by %j',
    async (search) => {
      expect(await list({ search })).toMatchObject({
        transactions: [{ id: uuidOf(OWN) }],
        pagination: { totalCount: 1 },
      });
    },
  );

  it('is found by the uuid of its order, together with other filters', async () => {
    const search = uuidOf(OWN);
    expect(
      idsOf(await list({ search, type: 'payment', from: '2026-06-01T10:01:00Z', minUsd: '100' })),
    ).toEqual([uuidOf(OWN)]);
    expect(idsOf(await list({ search, type: 'payout' }))).toEqual([]);
    expect(idsOf(await list({ search, minUsd: '100.01' }))).toEqual([]);
    expect(idsOf(await list({ search: 'own' }))).toEqual([]);
  });

  it('hides an address that was changed outside the product', async () => {
    const search = HASH;
    await sql`UPDATE wallets SET address = '0x000000000000000000000000000000000000dEaD'
      WHERE uuid = ${uuidOf(1)}`.execute(test.database.reader);
    const { transactions: listed } = await list({ search });
    expect(listed[0].wallet).toMatchObject({ address: '', addressChanged: true });
    await sql`UPDATE wallets SET address = ${wallets[0]?.address} WHERE uuid = ${uuidOf(1)}`.execute(
      test.database.reader,
    );
  });
});

it('counts the transactions of each day exactly, after changes of every column', async () => {
  await platform.feed({
    transactions: [
      {
        ...transaction(3),
        status: 'pending',
        walletUuid: uuidOf(8),
        direction: 'outgoing',
        type: 'payout',
        currency: 'DAI',
        testnet: true,
        amountUsd: '0.5',
        createdAt: '2026-07-02T00:00:00.000Z',
      },
      testTransaction(2_000, { createdAt: '2026-07-01T23:59:59.999Z', amountUsd: null }),
    ],
  });
  const keptDifferences = async () => {
    const { rows } = await sql`
      SELECT * FROM (
        SELECT (t.created_at AT TIME ZONE 'UTC')::date AS day, direction, t.type, status, wallets.network, currency,
          wallets.type AS wallet_type, testnet, count(*)::integer AS transactions, coalesce(sum(amount_usd), 0) AS usd
        FROM wallet_transactions AS t JOIN wallets ON wallets.id = wallet_id GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) AS counted
      FULL JOIN (SELECT * FROM transaction_days WHERE transactions <> 0 OR usd <> 0) AS kept
        USING (day, direction, type, status, network, currency, wallet_type, testnet, transactions, usd)
      WHERE kept IS NULL OR counted IS NULL`.execute(test.database.reader);
    return rows;
  };
  expect(await keptDifferences()).toEqual([]);
  await sql`DELETE FROM wallet_transactions WHERE id = ${uuidOf(7)}`.execute(test.database.reader);
  expect(await keptDifferences()).toEqual([]);
});
