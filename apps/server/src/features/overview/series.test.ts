import { SERIES_RANGES, type Series, type SeriesPeriod } from '@halyard/contract/overview';
import fc from 'fast-check';
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

let test: TestApplication;
let platform: TestPlatform;
let administrator: Enrolled;
let lastNumber = 0;

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
  administrator = await enrolAdministrator(test, 'admin@example.com');
});
afterAll(async () => await test.close());

async function readSeries(query: string): Promise<Series> {
  const { status, body } = await administrator.browser.get(`/analytics/series?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const NOTHING = { revenueUsd: '0', paidOrders: 0, newUsers: 0, newMerchants: 0 };

type Figures = Omit<SeriesPeriod, 'from' | 'to'>;

/** Counts the figures between pairs of instants from the records. */
async function countRecords(bounds: readonly (readonly [string, string])[]): Promise<Figures[]> {
  const { rows } = await test.database.query<Figures & { at: number }>({
    text: `SELECT figures.* FROM unnest($1::timestamptz[], $2::timestamptz[])
        WITH ORDINALITY AS bounds (lower, upper, at), LATERAL (SELECT
      (SELECT trim_scale(coalesce(sum(service_fee_usd), 0)) FROM orders
        WHERE status = 'paid' AND NOT testnet AND paid_at >= lower AND paid_at < upper) AS "revenueUsd",
      (SELECT count(*) FROM orders
        WHERE status = 'paid' AND NOT testnet AND paid_at >= lower AND paid_at < upper) AS "paidOrders",
      (SELECT count(*) FROM users WHERE created_at >= lower AND created_at < upper) AS "newUsers",
      (SELECT count(*) FROM merchants WHERE created_at >= lower AND created_at < upper) AS "newMerchants"
      ) AS figures ORDER BY at`,
    values: [bounds.map(([lower]) => lower), bounds.map(([, upper]) => upper)],
  });
  return rows;
}

const midnight = (day: string) => `${day}T00:00:00Z`;
const midnightAfter = (day: string) => new Date(Date.parse(midnight(day)) + 86_400_000).toISOString();

function boundsOf({ range, points, period }: Series): (readonly [string, string])[] {
  const isAll = range === 'all';
  return points.map(({ start }, index) => {
    const next = points[index + 1];
    const end = isAll ? 'infinity' : midnightAfter(period.to);
    return [isAll && index === 0 ? '-infinity' : midnight(start), next ? midnight(next.start) : end];
  });
}

/** Adds decimals of at most 30 fraction digits without loss. */
function sumOf(decimals: readonly string[]): bigint {
  return decimals.reduce((sum, decimal) => {
    const [whole = '', fraction = ''] = decimal.split('.');
    return sum + BigInt(whole + fraction.padEnd(30, '0'));
  }, 0n);
}

describe('GET /analytics/series', () => {
  it('requires a signed-in administrator', async () => {
    expect(await test.newBrowser().get('/analytics/series?range=30d')).toMatchObject({ status: 401 });
  });

  it.each(['', '31d', '30D', 'all&range=12m'])('rejects the range %j', async (range) => {
    const answer = await administrator.browser.get(`/analytics/series?range=${range}`);
    expect(answer).toMatchObject({ status: 400, body: { status: 'validation_error' } });
  });

  it.each([
    ['from=2026-02-01', 'to'],
    ['to=2026-02-01', 'from'],
    ['from=2026-02-02&to=2026-02-01', 'to'],
    ['from=2016-02-01&to=2026-03-01', 'to'],
    ['from=2026-02-01&to=2026-03-02', 'to'],
    ['range=30d&from=2026-02-01&to=2026-02-02', 'range'],
  ])('answers 400 to %s', async (query, field) => {
    const { status, body } = await administrator.browser.get(`/analytics/series?${query}`);
    expect([status, body.errors?.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
  });

  it.each([
    ['2025-11-30', '2026-03-01', 'day', ['2025-11-30', '2025-12-01'], 92],
    ['2025-11-29', '2026-03-01', 'month', ['2025-11-29', '2025-12-01'], 5],
    ['2026-02-01', '2026-02-01', 'day', ['2026-02-01'], 1],
  ])('has a point for each day or month from %s to %s', async (from, to, step, starts, count) => {
    const { points, ...rest } = await readSeries(`from=${from}&to=${to}`);
    expect(rest).toEqual({ step, period: { from, to, ...NOTHING }, before: null });
    expect(points).toHaveLength(count);
    expect(points.slice(0, 2).map(({ start }) => start)).toEqual(starts);
  });

  it('covers 30 days by default', async () => {
    expect((await administrator.browser.get('/analytics/series')).body.range).toBe('30d');
  });

  it.each([
    ['30d', 'day', 30, '2026-01-31'],
    ['12m', 'month', 12, '2025-04-01'],
    ['all', 'month', 1, '2026-03-01'],
  ] as const)('returns zeros over %s for an empty platform', async (range, step, count, from) => {
    const { points, ...rest } = await readSeries(`range=${range}`);
    expect(rest).toEqual({ range, step, period: { from, to: '2026-03-01', ...NOTHING }, before: null });
    expect(points).toHaveLength(count);
    expect(points[0]).toMatchObject({ start: from, ...NOTHING });
    expect(points.at(-1)).toMatchObject({ start: '2026-03-01', ...NOTHING });
  });

  it('counts audit log entries on the day they were written', async () => {
    const { points } = await readSeries('range=30d');
    const { body } = await administrator.browser.get('/audit-logs?limit=1');
    expect(body.totalCount).toBeGreaterThan(0);
    expect(points.map(({ auditEntries }) => auditEntries)).toEqual([...Array(29).fill(0), body.totalCount]);
  });

  it('assigns payments and new records to their UTC day without rounding errors', async () => {
    const paid = (number: number, amountUsd: string, paidAt: string, testnet = false) =>
      testOrder(number, {
        merchantUuid: uuidOf(101),
        status: 'paid',
        amount: amountUsd,
        amountUsd,
        createdAt: '2026-01-01T00:00:00.000Z',
        paidAt,
        testnet,
      });
    await platform.feed({
      users: [
        testUser(101, { createdAt: '2025-12-31T23:59:59.999Z', initial: { serviceFeeRate: '0.015' } }),
        testUser(102, { createdAt: '2026-02-28T23:59:59.999Z', deletedAt: '2026-03-01T00:00:00.000Z' }),
      ],
      merchants: [testMerchant(101, { userUuid: uuidOf(101), createdAt: '2026-03-01T02:00:00+02:00' })],
      orders: [
        paid(101, '0.3', '2026-02-28T23:59:59.999Z'),
        paid(102, '0.3', '2026-02-28T00:00:00.000Z'),
        paid(103, '100', '2026-03-01T00:00:00.000Z'),
        paid(104, '200', '2026-01-01T00:00:00.000Z'),
        paid(105, '1000000', '2026-02-28T12:00:00.000Z', true),
        testOrder(106, { merchantUuid: uuidOf(101), createdAt: '2026-02-28T12:00:00.000Z' }),
      ],
    });
    const { points, period, before } = await readSeries('range=30d');
    expect(points.slice(-3)).toMatchObject([
      { start: '2026-02-27', ...NOTHING },
      { start: '2026-02-28', revenueUsd: '0.009', paidOrders: 2, newUsers: 1, newMerchants: 0 },
      { start: '2026-03-01', revenueUsd: '1.5', paidOrders: 1, newUsers: 0, newMerchants: 1 },
    ]);
    expect(period).toEqual({
      from: '2026-01-31',
      to: '2026-03-01',
      revenueUsd: '1.509',
      paidOrders: 3,
      newUsers: 1,
      newMerchants: 1,
    });
    const span = { from: '2026-01-01', to: '2026-01-30' };
    expect(before).toEqual({ ...span, revenueUsd: '3', paidOrders: 1, newUsers: 0, newMerchants: 0 });
  });

  it('returns points that match the records after any batch and add up to the overview', async () => {
    const instant = fc
      .date({ min: new Date('2002-01-01'), max: new Date('2026-04-10'), noInvalidDate: true })
      .map((date) => date.toISOString());
    const recent = fc
      .date({ min: new Date('2024-12-01'), max: new Date('2026-03-03'), noInvalidDate: true })
      .map((date) => date.toISOString());
    const at = fc.oneof({ weight: 1, arbitrary: instant }, { weight: 4, arbitrary: recent });
    const record = fc.record({ at, isDeleted: fc.boolean() });
    const day = fc
      .date({ min: new Date('2024-01-01'), max: new Date('2026-03-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const order = fc.record({
      at,
      status: fc.constantFrom('paid', 'paid', 'paid', 'pending', 'expired'),
      testnet: fc.constantFrom(false, false, true),
      cents: fc.integer({ min: 1, max: 100_000_000_000 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1, maxLength: 20 }),
        fc.array(record, { minLength: 1, maxLength: 20 }),
        fc.array(order, { minLength: 1, maxLength: 40 }),
        fc.tuple(day, day),
        async (users, merchants, orders, days) => {
          const next = () => 1_000 + ++lastNumber;
          await platform.feed({
            users: users.map(({ at, isDeleted }) =>
              testUser(next(), { createdAt: at, deletedAt: isDeleted ? at : null }),
            ),
            merchants: merchants.map(({ at, isDeleted }) =>
              testMerchant(next(), { createdAt: at, deletedAt: isDeleted ? at : null }),
            ),
            orders: orders.map(({ at, status, testnet, cents }) =>
              testOrder(next(), {
                merchantUuid: uuidOf(101),
                status: status as 'paid',
                testnet,
                createdAt: at,
                ...(status === 'paid' && { paidAt: at }),
                amountUsd: (cents / 1_000).toFixed(3),
              }),
            ),
          });
          const [from, to] = days.sort();
          for (const query of [...SERIES_RANGES.map((range) => `range=${range}`), `from=${from}&to=${to}`]) {
            const series = await readSeries(query);
            const counted = series.points.map(({ start: _start, auditEntries: _entries, ...point }) => point);
            expect(counted).toEqual(await countRecords(boundsOf(series)));
            const { from: _from, to: _to, ...period } = series.period;
            expect(sumOf(counted.map(({ revenueUsd }) => revenueUsd))).toBe(sumOf([period.revenueUsd]));
            for (const figure of ['paidOrders', 'newUsers', 'newMerchants'] as const) {
              expect(counted.reduce((sum, point) => sum + point[figure], 0)).toBe(period[figure]);
            }
            if (series.before) {
              const { from, to, ...before } = series.before;
              expect([before]).toEqual(await countRecords([[midnight(from), midnightAfter(to)]]));
            }
          }
          const { period } = await readSeries('range=all');
          const { revenue, orders: counts } = (await administrator.browser.get('/analytics/overview')).body;
          const cents = (sumOf([period.revenueUsd]) / 10n ** 27n + 5n) / 10n;
          expect(BigInt(revenue.totalUsd.replaceAll(/[,.]/g, ''))).toBe(cents);
          expect(counts.paid).toBe(period.paidOrders);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('accepts orders at the first and last representable dates', async () => {
    const orders = ['1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map((at, index) =>
      testOrder(201 + index, { merchantUuid: uuidOf(101), status: 'paid', createdAt: at, paidAt: at }),
    );
    const before = await readSeries('range=all');
    await platform.feed({ orders });
    const { points, period } = await readSeries('range=all');
    expect(points).toHaveLength(240);
    expect(points[0]?.start).toBe('2006-04-01');
    expect(period.paidOrders).toBe(before.period.paidOrders + 2);
    expect(points[0]?.paidOrders).toBeGreaterThan(0);
  });
});
