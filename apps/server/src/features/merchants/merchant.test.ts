import { ORDER_STATUSES } from '@halyard/contract/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator } from '../../../test/authenticator.ts';
import { explainQuery } from '../../../test/explain.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import {
  connectPlatform,
  type TestPlatform,
  testMerchant,
  testOrder,
  testUser,
  uuidOf,
} from '../../../test/test-platform.ts';
import { vacuumAnalyze } from '../../../test/vacuum-analyze.ts';
import { allowLongStatements } from '../../infra/db/long-statements.ts';
import { readMerchant } from './merchant-queries.ts';

const DELETED_AT = '2026-02-01T00:00:00.000Z';
const PAID_AT = '2026-01-20T00:00:00.000Z';

let test: TestApplication;
let platform: TestPlatform;
let administrator: Enrolled;

/** An order of merchant 1 that earns one percent if paid. */
const order = (number: number, status: (typeof ORDER_STATUSES)[number], rest = {}) =>
  testOrder(number, {
    merchantUuid: uuidOf(1),
    status,
    paidAt: status === 'paid' ? PAID_AT : null,
    createdAt: '2026-01-19T00:00:00.000Z',
    ...rest,
  });

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
  administrator = await enrolAdministrator(test, 'admin@example.com');
  await platform.feed({
    users: [testUser(1, { name: 'Ada', email: 'ada@example.com' })],
    merchants: [
      testMerchant(1, { userUuid: uuidOf(1), name: '<b>Shop</b>', website: 'https://shop.example' }),
      testMerchant(2, { deletedAt: DELETED_AT }),
    ],
    orders: [
      order(1, 'paid', { amountUsd: '99999999999999999999.999999' }),
      order(2, 'paid', { amountUsd: '0.000001' }),
      order(3, 'paid', { amountUsd: '1000', testnet: true }),
      order(4, 'pending', { amountUsd: '1000' }),
      order(5, 'pending'),
      order(6, 'expired'),
      order(7, 'cancelled'),
      testOrder(8, { merchantUuid: uuidOf(2), status: 'expired' }),
    ],
  });
});
afterAll(async () => await test.close());

const read = async (id: string) => await administrator.browser.get(`/merchants/${id}`);

describe('GET /merchants/:id', () => {
  it('requires a signed-in administrator', async () => {
    expect((await test.newBrowser().get(`/merchants/${uuidOf(1)}`)).status).toBe(401);
  });

  it('returns the merchant with its owner, its orders by status and its exact revenue', async () => {
    expect(await read(uuidOf(1))).toMatchObject({
      status: 200,
      body: {
        uuid: uuidOf(1),
        name: '<b>Shop</b>',
        website: 'https://shop.example',
        creatorName: 'Ada',
        creatorEmail: 'ada@example.com',
        createdAt: testMerchant(1).createdAt,
        deletedAt: null,
        owner: { uuid: uuidOf(1), email: 'ada@example.com' },
        orders: { total: 7, paid: 3, pending: 2, expired: 1, cancelled: 1 },
        revenueUsd: '1000000000000000000',
      },
    });
  });

  it('counts what the list of orders finds', async () => {
    const { orders } = (await read(uuidOf(1))).body;
    for (const status of ORDER_STATUSES) {
      const query = new URLSearchParams({ merchantUuid: uuidOf(1), status });
      expect((await administrator.browser.get(`/orders?${query}`)).body.totalCount).toBe(orders[status]);
    }
  });

  it('returns a deleted merchant without an owner', async () => {
    expect((await read(uuidOf(2))).body).toMatchObject({
      deletedAt: DELETED_AT,
      owner: null,
      creatorName: null,
      orders: { total: 1, paid: 0, expired: 1 },
      revenueUsd: '0',
    });
  });

  it('answers 404 to an unknown uuid and to text that is none', async () => {
    expect(await read(uuidOf(0xdead))).toMatchObject({
      status: 404,
      body: { status: 'not_found', message: 'Merchant not found' },
    });
    expect((await read('shop')).status).toBe(404);
  });

  it('reads the orders from the index alone', async () => {
    await test.database.transaction(async (transaction) => {
      await allowLongStatements(transaction);
      await sql`SET LOCAL synchronous_commit = on`.execute(transaction);
      await sql`INSERT INTO orders (id, merchant_id, merchant_order_id, status, network, testnet, currency, amount,
          amount_usd, service_fee_rate, created_at)
        SELECT md5('o' || number)::uuid, CASE WHEN number % 4 = 0 THEN ${uuidOf(2)} ELSE ${uuidOf(1)} END::uuid, 'A',
          'expired', 'TRON', false, 'USDT', 1, 1, 0.01, timestamptz '2026-01-01' + number * interval '1 minute'
        FROM generate_series(1, 8000) AS number`.execute(transaction);
    });
    await vacuumAnalyze(test.database, 'orders');
    const { plan, pages } = await explainQuery(
      test.database,
      async (reader) => await readMerchant(reader, uuidOf(2)),
    );
    expect(plan).toContain('Index Only Scan using orders_of_merchant');
    expect(pages).toBeLessThan(100);
  });
});
