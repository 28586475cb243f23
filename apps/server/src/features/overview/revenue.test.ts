import { NETWORKS } from '@halyard/contract/networks';
import { REVENUE_RANGES, type Revenue, SERIES_RANGES } from '@halyard/contract/overview';
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
  testUser,
  uuidOf,
} from '../../../test/test-platform.ts';
import { findTotalDifferences } from './totals-check.ts';

const TODAY = '2026-03-01';
const MERCHANTS = 14;
const ORDERS = 600;

let test: TestApplication;
let platform: TestPlatform;
let administrator: Enrolled;

/** Payments from January 2024 to March 2026 (the test's clock is at its first day), some at the edge of a day. */
function order(number: number): FeedOrder {
  const paidMs = Date.UTC(2024, 0, 1) + ((number * 97) % 791) * 86_400_000;
  const atEdge = number % 5 === 0;
  const time = new Date(paidMs + (atEdge ? 86_399_999 : (number * 7_919_731) % 86_400_000)).toISOString();
  const paidAt = atEdge ? time.replace(/Z$/, '999Z') : time;
  const status =
    (['paid', 'paid', 'paid', 'expired', 'cancelled', 'pending', 'paid'] as const)[number % 7] ?? 'paid';
  const amountUsd = `${(number * 37) % 900}.${String(number * 1_234_567).padStart(18, '3')}`;
  return testOrder(number, {
    merchantUuid: uuidOf(1 + (Math.floor(number / 7) % MERCHANTS)),
    status,
    network: NETWORKS[number % 4] ?? 'ETH',
    currency: ['USDT', 'USDC', 'DAI', 'ETH', 'WBTC2'][number % 5] ?? 'USDT',
    testnet: number % 11 === 0,
    amount: amountUsd,
    amountUsd,
    ...(number % 3 === 0 ? { serviceFee: `0.${String(number).padStart(18, '7')}` } : {}),
    createdAt: new Date(paidMs - (number % 4) * 86_400_000).toISOString(),
    paidAt: status === 'paid' ? paidAt : null,
  });
}

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
  administrator = await enrolAdministrator(test, 'admin@example.com');
});
afterAll(async () => await test.close());

async function read(query: string): Promise<Revenue> {
  const { status, body } = await administrator.browser.get(`/analytics/revenue?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Answers the same from the orders alone. */
async function countOrders(
  { from, to, previous }: Pick<Revenue, 'from' | 'to' | 'previous'>,
  isOpen = false,
) {
  const within = (first: string, last: string) => sql`status = 'paid' AND NOT testnet
    AND paid_at >= ${first}::date::timestamp AT TIME ZONE 'UTC'
    AND paid_at < (${last}::date + 1)::timestamp AT TIME ZONE 'UTC'`;
  const now = isOpen ? sql`status = 'paid' AND NOT testnet` : within(from, to);
  const earlier = previous ? within(previous.from, previous.to) : sql`false`;
  const sum = sql`trim_scale(coalesce(sum(service_fee_usd), 0)) AS "revenueUsd"`;
  const groupsOf = async (column: 'network' | 'currency') =>
    (
      await sql`SELECT ${sql.ref(column)}, ${sum}, count(*) AS orders FROM orders WHERE ${now}
        GROUP BY 1 ORDER BY sum(service_fee_usd) DESC, 1`.execute(test.database.reader)
    ).rows;
  const totalOf = async (condition: typeof now) => {
    const { rows } = await sql<Pick<Revenue, 'revenueUsd' | 'orders'>>`
      SELECT ${sum}, count(*) AS orders FROM orders WHERE ${condition}`.execute(test.database.reader);
    return rows[0];
  };
  const merchants = await sql`
    SELECT merchants.id AS uuid, name, ${sum}, count(*) AS orders,
      CASE WHEN ${previous !== null} THEN (SELECT trim_scale(coalesce(sum(service_fee_usd), 0)) FROM orders
        WHERE merchant_id = merchants.id AND ${earlier}) END AS "previousRevenueUsd"
    FROM orders JOIN merchants ON merchants.id = merchant_id WHERE ${now}
    GROUP BY merchants.id HAVING sum(service_fee_usd) > 0
    ORDER BY sum(service_fee_usd) DESC, merchants.id LIMIT 10`.execute(test.database.reader);
  return {
    from,
    to,
    ...(await totalOf(now)),
    previous: previous && { from: previous.from, to: previous.to, ...(await totalOf(earlier)) },
    byNetwork: await groupsOf('network'),
    byCurrency: await groupsOf('currency'),
    topMerchants: merchants.rows,
  };
}

describe('GET /analytics/revenue', () => {
  it('requires a signed-in administrator', async () => {
    expect((await test.newBrowser().get('/analytics/revenue')).status).toBe(401);
  });

  it.each(REVENUE_RANGES)('has no revenue over %s on an empty platform', async (range) => {
    const { from: _from, to, ...figures } = await read(`range=${range}`);
    expect(to).toBe(TODAY);
    expect(figures).toEqual({
      revenueUsd: '0',
      orders: 0,
      previous: null,
      byNetwork: [],
      byCurrency: [],
      topMerchants: [],
    });
  });

  it.each([
    ['range=week', 'range'],
    ['from=2026-02-01', 'to'],
    ['to=2026-02-01', 'from'],
    ['from=2026-02-02&to=2026-02-01', 'to'],
    ['from=2026-02-30&to=2026-03-01', 'from'],
    ['from=1969-12-31&to=1970-01-01', 'from'],
    ['from=2016-02-01&to=2026-03-01', 'to'],
    ['from=2026-02-01&to=2026-03-02', 'to'],
    ['range=month&from=2026-02-01&to=2026-02-02', 'range'],
  ])('answers 400 to %s', async (query, field) => {
    const { status, body } = await administrator.browser.get(`/analytics/revenue?${query}`);
    expect([status, body.errors?.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
  });

  describe('with orders', () => {
    beforeAll(async () => {
      await platform.feed({
        users: [testUser(1, { initial: { serviceFeeRate: '0.0173' } })],
        merchants: Array.from({ length: MERCHANTS }, (_, index) =>
          testMerchant(index + 1, {
            userUuid: index % 2 === 0 ? uuidOf(1) : null,
            name: `<b>\u202eShop ${index}`,
            ...(index === 3 ? { deletedAt: '2026-02-01T00:00:00.000Z' } : {}),
          }),
        ),
      });
      const orders = Array.from({ length: ORDERS }, (_, index) => order(index + 1));
      for (let at = 0; at < ORDERS; at += 100) await platform.feed({ orders: orders.slice(at, at + 100) });
    });

    it.each(SERIES_RANGES)('agrees with the series over %s to the last digit', async (range) => {
      const revenue = await read(`range=${range}`);
      const { period, before } = (await administrator.browser.get(`/analytics/series?range=${range}`)).body;
      expect(revenue).toMatchObject({
        from: period.from,
        to: period.to,
        revenueUsd: period.revenueUsd,
        orders: period.paidOrders,
      });
      expect(revenue.previous).toEqual(
        before && {
          from: before.from,
          to: before.to,
          revenueUsd: before.revenueUsd,
          orders: before.paidOrders,
        },
      );
      expect(revenue).toEqual(await countOrders(revenue, range === 'all'));
      if (range !== '30d') expect(revenue.topMerchants).toHaveLength(10);
    });

    it('compares the current month with the same days of the month before', async () => {
      const revenue = await read('range=month');
      expect(revenue).toMatchObject({
        from: TODAY,
        to: TODAY,
        previous: { from: '2026-02-01', to: '2026-02-01' },
      });
      expect(revenue).toEqual(await countOrders(revenue));
    });

    it('covers 30 days by default', async () => {
      expect(await read('')).toEqual(await read('range=30d'));
    });

    it('agrees with the orders for any two days', async () => {
      const day = fc
        .integer({ min: 0, max: 820 })
        .map((days) => new Date(Date.UTC(2023, 11, 1) + days * 86_400_000).toISOString().slice(0, 10));
      await fc.assert(
        fc.asyncProperty(day, day, async (one, other) => {
          const [from = '', to = ''] = [one, other].sort();
          const revenue = await read(new URLSearchParams({ from, to }).toString());
          expect([revenue.from, revenue.to]).toEqual([from, to]);
          expect(revenue).toEqual(await countOrders(revenue));
        }),
        { numRuns: 60 },
      );
    });

    it('finds the counted orders in the list by payment', async () => {
      const { byCurrency } = await read('from=2025-05-17&to=2026-02-28');
      for (const { currency, orders } of byCurrency) {
        const query = {
          currency,
          testnet: 'false',
          paidFrom: '2025-05-17T00:00:00Z',
          paidTo: '2026-03-01T00:00:00Z',
        };
        const { body } = await administrator.browser.get(`/orders?${new URLSearchParams(query)}`);
        expect(body.totalCount).toBe(orders);
      }
    });

    it('keeps its totals through changes and removals of orders', async () => {
      await platform.feed({
        orders: [
          { ...order(5), status: 'paid', testnet: false, paidAt: '2026-02-28T23:59:59.999999Z' },
          { ...order(4), status: 'cancelled', paidAt: null },
        ],
      });
      await test.database.transaction(async (transaction) => {
        await sql`DELETE FROM order_history WHERE order_id = ${uuidOf(8)}`.execute(transaction);
        await sql`DELETE FROM exceptions WHERE order_id = ${uuidOf(8)}`.execute(transaction);
        await sql`DELETE FROM orders WHERE id = ${uuidOf(8)}`.execute(transaction);
      });
      const revenue = await read('from=2026-02-28&to=2026-02-28');
      expect(revenue).toEqual(await countOrders(revenue));
      expect(await findTotalDifferences(test.database)).toEqual([]);
      await test.database.transaction(async (transaction) => {
        await sql`UPDATE payment_days SET orders = orders + 1 WHERE day = '2026-02-28'`.execute(transaction);
        await sql`UPDATE merchant_revenue SET service_fee_usd = service_fee_usd + 1
          WHERE unit = 'month' AND begins = '2026-02-01' AND merchant_id = ${revenue.topMerchants[0]?.uuid}`.execute(
          transaction,
        );
      });
      const wrong = (await findTotalDifferences(test.database)).map(({ total }) => total);
      expect(wrong).toContain(`${revenue.topMerchants[0]?.uuid} fees month 2026-02-01`);
      expect(wrong.join()).toMatch(/all paid orders 2026-02-28 \w+ \w+ mainnet/);
    });
  });
});
