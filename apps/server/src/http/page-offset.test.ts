import { ADMIN_API } from '@halyard/contract/constants';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator } from '../../test/authenticator.ts';
import { fillAuditLog } from '../../test/fill-audit-log.ts';
import { startTestApplication, type TestApplication } from '../../test/test-application.ts';
import {
  connectPlatform,
  testMerchant,
  testOrder,
  testTransaction,
  testUser,
  testWallet,
  uuidOf,
} from '../../test/test-platform.ts';
import { closeNextAuditBlock } from '../infra/audit/search/close-audit-blocks.ts';

/** Covers every query of each list with an offset. Each request has results. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  listUsers: ['/users', '/users?search=user', '/users?search=us&sort=oldest&limit=7&includeDeleted=true'],
  listUserAuditLogs: [`/users/${uuidOf(7)}/audit-logs`],
  listMerchants: ['/merchants', '/merchants?search=shop', '/merchants?sort=oldest&limit=7'],
  listOrders: ['/orders', '/orders?search=A-&limit=7', `/orders?merchantUuid=${uuidOf(1)}&status=pending`],
  listExceptions: [
    '/exceptions',
    '/exceptions?kind=unmatched_money&sort=amount&limit=1',
    '/exceptions?walletId=1',
  ],
  listTransactions: [
    '/transactions',
    '/transactions?type=payment&limit=7',
    `/transactions?search=0x${'1'.padStart(64, '0')}`,
    '/transactions?minUsd=1',
  ],
  listInvitations: ['/invitations', '/invitations?status=pending&sort=oldest&limit=7'],
  listInboundWallets: [
    '/wallets/inbound',
    '/wallets/inbound?search=0x',
    '/wallets/inbound?blockchain=TRON&limit=7',
  ],
  listWalletTransactions: [
    `/wallets/${uuidOf(1)}/transactions`,
    `/wallets/${uuidOf(1)}/transactions?type=payment&from=2026-01-01T00:00:00Z&limit=7`,
    `/wallets/${uuidOf(1)}/transactions?search=0x00`,
    `/wallets/${uuidOf(2)}/transactions`,
    `/wallets/${uuidOf(2)}/transactions?to=2030-01-01T00:00:00Z`,
  ],
  listAuditLogs: [
    '/audit-logs',
    '/audit-logs?limit=7&status=success',
    '/audit-logs?resourceType=invitation',
    '/audit-logs?actorEmail=ada@example.com&status=success',
  ],
};

const LARGEST = '9007199254740991';

let test: TestApplication;
let ada: Enrolled;
beforeAll(async () => {
  test = await startTestApplication();
  // Small blocks let the log have closed ones.
  await test.database.transaction((transaction) =>
    sql`UPDATE audit_blocks SET block_size = 16, fan_out = 3, counted_from = 3`.execute(transaction),
  );
  ada = await enrolAdministrator(test, 'ada@example.com');
  const platform = await connectPlatform(test);
  await platform.feed({
    users: [1, 2, 7].map((number) => testUser(number)),
    merchants: [1, 2].map((number) => testMerchant(number)),
    orders: [1, 2].map((number) => testOrder(number)),
    wallets: [
      testWallet(1, { type: 'outbound' }),
      testWallet(2),
      testWallet(3, { network: 'TRON' }),
      testWallet(4, { network: 'BSC' }),
    ],
    transactions: [1, 2, 3, 4].map((number) =>
      testTransaction(number, { walletUuid: uuidOf(1 + (number % 2)) }),
    ),
  });
  await ada.browser.post('/invitations', { email: 'nova@example.com' });
  await ada.browser.post(`/users/${uuidOf(7)}/block`, { reason: 'fraud' });
  await fillAuditLog(test, 100);
  while (await closeNextAuditBlock(test.database));
});
afterAll(async () => await test.close());

const lists = ENDPOINTS.filter(({ query }) => query !== undefined && 'offset' in Object(query).shape);

it('these tests cover every list endpoint that takes an offset', () => {
  expect(Object.keys(PAGES).toSorted()).toEqual(lists.map(({ name }) => name).toSorted());
});

async function page(path: string, offset: string) {
  const address = `${path}${path.includes('?') ? '&' : '?'}offset=${offset}`;
  const { status, body } = await ada.browser.get(address);
  const { totalCount = body.pagination?.totalCount, pagination = body } = body;
  return { status, rows: Object.values(body).find(Array.isArray), totalCount, cursor: pagination.nextCursor };
}

describe.each(Object.values(PAGES).flat())(`${ADMIN_API}%s`, (path) => {
  // @spec D.103
  it('returns an empty page and the total at the largest offset', async () => {
    const first = await page(path, '0');
    expect(first).toMatchObject({ status: 200, totalCount: expect.any(Number) });
    expect(first.totalCount).toBeGreaterThan(0);
    // The second request may hit the cache.
    for (const offset of [LARGEST, '1000000001', LARGEST]) {
      const { cursor, ...rest } = await page(path, offset);
      expect(rest).toEqual({ status: 200, rows: [], totalCount: first.totalCount });
      expect(cursor ?? null).toBeNull();
    }
  });

  it('answers 400 to an offset beyond the safe integers', async () => {
    for (const offset of ['9007199254740992', '9007199254740993', '10000000000000000']) {
      expect((await page(path, offset)).status).toBe(400);
    }
  });
});
