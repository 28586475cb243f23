import type { FeedOrder } from '@halyard/contract/platform-feed';
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
import { auditWith } from '../../app.ts';
import { findTotalDifferences } from './totals-check.ts';

const DAY_MS = 86_400_000;

let test: TestApplication;
let platform: TestPlatform;
let administrator: Enrolled;

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
  administrator = await enrolAdministrator(test, 'admin@example.com');
});
afterAll(async () => await test.close());

async function readOverview() {
  const { status, body } = await administrator.browser.get('/analytics/overview');
  expect(status).toBe(200);
  return body;
}

function paidOrder(
  number: number,
  amountUsd: string,
  paidAt: string,
  rest: Partial<FeedOrder> = {},
): FeedOrder {
  return testOrder(number, {
    status: 'paid',
    amount: amountUsd,
    amountUsd,
    paidAt,
    createdAt: paidAt,
    ...rest,
  });
}

async function appendEntries(count: number): Promise<void> {
  const appendAudit = auditWith(test.masterKeys, () => test.clock.now);
  await test.database.transaction(async (transaction) => {
    for (let written = 0; written < count; written++) {
      await appendAudit(transaction, {
        action: 'service_key.create',
        category: 'configuration',
        description: 'Service key created',
        status: 'success',
        actor: { type: 'system' },
        resource: { type: 'system' },
      });
    }
  });
}

describe('GET /analytics/overview', () => {
  it('requires a signed-in administrator', async () => {
    expect(await test.newBrowser().get('/analytics/overview')).toMatchObject({ status: 401 });
  });

  // @spec 3.13, 7.23
  it('returns zeros for an empty platform', async () => {
    const { revenue, orders, platform: counts } = await readOverview();
    expect(revenue).toEqual({ totalUsd: '0.00' });
    expect(orders).toEqual({ total: 0, paid: 0, pending: 0, expired: 0, cancelled: 0 });
    expect(counts).toEqual({ activeUsers: 0, activeMerchants: 0 });
  });

  // @spec D.137
  it('counts users who are not blocked or deleted, and merchants that are not deleted', async () => {
    const deletedAt = '2026-02-01T00:00:00.000Z';
    const blocked = { at: '2026-02-01T00:00:00.000Z', reason: 'Fraud' };
    await platform.feed({
      users: [
        testUser(1, { initial: { serviceFeeRate: '0.015' } }),
        testUser(2),
        testUser(3, { initial: { blocked } }),
        testUser(4, { deletedAt }),
        testUser(5, { deletedAt, initial: { blocked } }),
      ],
      merchants: [testMerchant(1, { userUuid: uuidOf(1) }), testMerchant(2), testMerchant(3, { deletedAt })],
    });
    expect((await readOverview()).platform).toEqual({ activeUsers: 2, activeMerchants: 2 });
  });

  // @spec 3.12, D.135, D.136
  it('sums the fees of paid mainnet orders to the cent', async () => {
    await platform.feed({
      orders: [
        paidOrder(1, '82304466.666666', '2026-02-28T23:59:59.999Z'),
        paidOrder(2, '0.333333', '2026-03-01T00:00:00.000Z'),
        paidOrder(3, '100', '2026-01-01T01:00:00+02:00'),
        paidOrder(4, '100', '2024-03-31T23:59:59.999Z'),
        paidOrder(5, '1000000', '2026-02-10T00:00:00.000Z', { testnet: true }),
        testOrder(6, { status: 'pending', amountUsd: '1000000' }),
        testOrder(7, { status: 'expired', amountUsd: '1000000' }),
        testOrder(8, { status: 'expired' }),
        testOrder(9, { status: 'cancelled' }),
      ],
    });
    const { revenue, orders } = await readOverview();
    // 1,234,566.99999999 + 0.005 (rounded half up from 0.004999995) + 1.5 + 1.5
    expect(revenue.totalUsd).toBe('1,234,570.00');
    expect(orders).toEqual({ total: 8, paid: 4, pending: 1, expired: 2, cancelled: 1 });
  });

  // @spec 7.23, D.135
  it('counts an order as pending until payment and as paid afterwards', async () => {
    await platform.feed({ orders: [testOrder(20, { merchantUuid: uuidOf(2), amountUsd: '500' })] });
    const before = await readOverview();
    await platform.feed({
      orders: [paidOrder(20, '500', '2026-03-01T08:00:00.000Z', { merchantUuid: uuidOf(2) })],
    });
    const after = await readOverview();
    expect(after.orders).toEqual({
      ...before.orders,
      paid: before.orders.paid + 1,
      pending: before.orders.pending - 1,
    });
    expect(after.revenue.totalUsd).toBe('1,234,575.00');
  });

  // @spec 3.14, D.138
  it('counts the entries of the audit log in the last day, week and month', async () => {
    const begun = test.clock.now;
    const countsAfter = async (days: number, entries: number) => {
      test.clock.now = begun + days * DAY_MS;
      await appendEntries(entries);
      return (await readOverview()).recentActivity;
    };
    const { last24Hours: first } = await countsAfter(0, 1);
    expect(first).toBeGreaterThan(0);
    expect(await countsAfter(3, 2)).toEqual({ last24Hours: 2, last7Days: first + 2, last30Days: first + 2 });
    expect(await countsAfter(9, 4)).toEqual({ last24Hours: 4, last7Days: 6, last30Days: first + 6 });
    expect(await countsAfter(36, 8)).toEqual({ last24Hours: 8, last7Days: 8, last30Days: 12 });
    expect(await countsAfter(100, 0)).toEqual({ last24Hours: 0, last7Days: 0, last30Days: 0 });
  });
});

describe('findTotalDifferences', () => {
  it('finds no difference after all changes', async () => {
    expect(await findTotalDifferences(test.database)).toEqual([]);
  });

  it('reports totals that differ from their rows', async () => {
    const { database } = test;
    await database.query({
      text: 'UPDATE user_totals SET blocked = blocked + 1 WHERE shard = (SELECT min(shard) FROM user_totals)',
    });
    await database.query({ text: 'UPDATE merchant_totals SET deleted = deleted + 2' });
    await database.query({ text: 'UPDATE users SET merchant_count = 7 WHERE id = $1', values: [uuidOf(4)] });
    await database.query({
      text: `UPDATE order_totals SET orders = orders + 1, service_fee_usd = 0 WHERE day = '2026-02-28'`,
    });
    await database.query({
      text: `UPDATE list_days SET records = CASE state WHEN 'live' THEN records + 1 ELSE 0 END WHERE list = 'users'`,
    });
    expect(await findTotalDifferences(database)).toMatchObject([
      { total: 'fees 2026-02-28 paid mainnet', kept: '0', counted: '1234566.99999999' },
      { total: `merchants deleted` },
      { total: `merchants of user ${uuidOf(4)}`, kept: '7', counted: '0' },
      { total: 'orders 2026-02-28 paid mainnet', kept: '2', counted: '1' },
      { total: 'users blocked', kept: '2', counted: '1' },
      { total: 'users deleted 2026-01-01', kept: '0', counted: '2' },
      { total: 'users live 2026-01-01', kept: '4', counted: '3' },
    ]);
  });
});
