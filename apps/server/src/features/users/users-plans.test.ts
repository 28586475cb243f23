import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainQuery, explainStatements } from '../../../test/explain.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { uuidOf } from '../../../test/test-platform.ts';
import { vacuumAnalyze } from '../../../test/vacuum-analyze.ts';
import type { ListPageQuery } from '../../infra/creation-list/creation-list.ts';
import { readListPage } from '../../infra/creation-list/read-list-page.ts';
import type { Database, DatabaseReader } from '../../infra/db/database.ts';
import { allowLongStatements } from '../../infra/db/long-statements.ts';
import { USER_LIST, type UserRow, type UserScope } from './user-list.ts';
import { readBlockEffect, readEarnedFees, readMerchantsOf } from './user-queries.ts';

const USERS = 20_000;

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    // VACUUM marks pages as visible to all only when the commit is on disk.
    await sql`SET LOCAL synchronous_commit = on`.execute(transaction);
    await sql`INSERT INTO users (id, email, email_key, name, created_at)
      SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(number), 12, '0'))::uuid, 'user' || number || '@example.com',
        'user' || number || '@example.com', CASE number % 10 WHEN 0 THEN 'Maria Pavão' ELSE 'Иван ' || md5(number::text) END,
        timestamptz '2026-01-01' + number * interval '5 minutes'
      FROM generate_series(1, ${USERS}::integer) AS number`.execute(transaction);
  });
  await vacuumAnalyze(test.database, 'users', 'user_totals', 'list_days');
});
afterAll(async () => await test.drop());

const first = { limit: 20, offset: 0, scope: 'live', sort: 'newest' } as const;

const readUserPage = async (database: Database, page: ListPageQuery<UserScope>) =>
  await readListPage<UserRow, UserScope>(database, USER_LIST, page);

describe('user pages', () => {
  it('reads few database pages for the first page of users', async () => {
    for (const sort of ['newest', 'oldest'] as const) {
      for (const scope of ['live', 'all'] as const) {
        const page = { ...first, scope, sort };
        const { pages } = await explainStatements(test.database, (database) => readUserPage(database, page));
        expect(pages).toBeGreaterThan(0);
        expect(pages).toBeLessThan(40);
      }
    }
  });

  it.each([20, 288, 9_999, 10_000, USERS - 1])(
    'reads at most one day of the index at offset %i',
    async (offset) => {
      for (const sort of ['newest', 'oldest'] as const) {
        for (const scope of ['live', 'all'] as const) {
          const page = { ...first, offset, scope, sort };
          const { plan, pages } = await explainStatements(test.database, (database) =>
            readUserPage(database, page),
          );
          expect(plan).toMatch(
            /Index Only Scan (Backward )?using users_newest.*\n(.*\n){1,4}\s*Heap Fetches: 0\n/,
          );
          expect(pages).toBeLessThan(100);
        }
      }
    },
  );
});

describe('user pages of some days', () => {
  // Users 8,640 to 9,215, of 288 a day.
  const days = { createdFrom: '2026-01-31', createdTo: '2026-02-01' };

  it.each([0, 300, 570])('reads only the index of these days at offset %i', async (offset) => {
    for (const sort of ['newest', 'oldest'] as const) {
      for (const scope of ['live', 'all'] as const) {
        const page = { ...first, ...days, offset, scope, sort };
        const { plan, pages } = await explainStatements(test.database, (database) =>
          readUserPage(database, page),
        );
        expect(plan).toMatch(/Index (Only )?Scan (Backward )?using users_newest/);
        expect(plan).not.toContain('Seq Scan on users');
        expect(pages).toBeGreaterThan(0);
        expect(pages).toBeLessThan(100);
      }
    }
  });

  it('reads no other day for a common search', async () => {
    const page = { ...first, ...days, search: 'an' };
    const { plan, pages } = await explainStatements(test.database, (database) =>
      readUserPage(database, page),
    );
    expect(plan).toMatch(/ users_newest/);
    expect(pages).toBeLessThan(200);
  });
});

describe('user pages of one status', () => {
  beforeAll(async () => {
    await test.database.transaction(async (transaction) => {
      await sql`SET LOCAL synchronous_commit = on`.execute(transaction);
      await sql`UPDATE users SET blocked_at = now(), blocked_reason = 'Spam' WHERE id::text LIKE '%7'`.execute(
        transaction,
      );
      await sql`UPDATE users SET deleted_at = now() WHERE id::text LIKE '%f'`.execute(transaction);
    });
    await vacuumAnalyze(test.database, 'users', 'user_totals', 'list_days');
  });

  it.each([
    ['blocked', 'users_blocked_newest', 1_200],
    ['deleted', 'users_deleted_newest', 1_200],
    ['active', 'users_newest', 17_000],
  ] as const)('reads the first and a deep page of %s users through %s', async (scope, index, offset) => {
    for (const sort of ['newest', 'oldest'] as const) {
      for (const place of [0, offset]) {
        const page = { ...first, scope, sort, offset: place };
        const { plan, pages } = await explainStatements(test.database, (database) =>
          readUserPage(database, page),
        );
        expect(plan).toContain(index);
        expect(plan).not.toContain('Seq Scan on users');
        expect(pages).toBeLessThan(400);
      }
    }
  });

  it.each(['blocked', 'deleted', 'active'] as const)(
    'reads few pages for %s users of a day',
    async (scope) => {
      const page = { ...first, scope, createdFrom: '2026-01-31', createdTo: '2026-01-31' };
      const { plan, pages } = await explainStatements(test.database, (database) =>
        readUserPage(database, page),
      );
      expect(plan).not.toContain('Seq Scan on users');
      expect(pages).toBeLessThan(400);
    },
  );
});

describe('user search plans', () => {
  const explainSearch = async (query: { readonly search: string; readonly offset?: number }) =>
    await explainStatements(test.database, (database) => readUserPage(database, { ...first, ...query }));

  it.each(['user19999@', 'nobody at all'])(
    'finds a rare term through the trigram index: %s',
    async (search) => {
      const { plan, pages } = await explainSearch({ search });
      expect(plan).toContain('Bitmap Index Scan on users_search');
      expect(pages).toBeLessThan(200);
    },
  );

  it.each(['an', 'qz', 'Ж'])('never reads the trigram index for %s, which has no trigram', async (search) => {
    const { plan } = await explainStatements(
      test.database,
      (database) => readUserPage(database, { ...first, scope: 'all', search }),
      ['enable_seqscan = off', 'enable_indexscan = off', 'enable_indexonlyscan = off'],
    );
    expect(plan).not.toContain('users_search');
  });

  it('finds an address through the indexes of text and key', async () => {
    const { plan, pages } = await explainSearch({ search: 'user19999@example.com' });
    expect(plan).toContain('Bitmap Index Scan on users_search');
    expect(plan).toContain('Bitmap Index Scan on users_email_key');
    expect(pages).toBeLessThan(200);
  });

  it.each(['an', 'maria', 'Иван'])(
    'finds all matches of %s once for both the total and the page',
    async (search) => {
      const { plan } = await explainSearch({ search, offset: 40 });
      expect(plan.match(/Scan on users |Seq Scan on users/g)).toHaveLength(1);
    },
  );
});

describe('user panel queries', () => {
  beforeAll(async () => {
    await test.database.transaction(async (transaction) => {
      await allowLongStatements(transaction);
      await sql`SET LOCAL synchronous_commit = on`.execute(transaction);
      await sql`INSERT INTO merchants (id, user_id, name, created_at)
        SELECT md5('m' || number)::uuid, ('00000000-0000-4000-8000-' || lpad(to_hex(1 + number % 100), 12, '0'))::uuid,
          'Shop', timestamptz '2026-01-01' + number * interval '1 hour'
        FROM generate_series(0, 399) AS number`.execute(transaction);
      await sql`INSERT INTO merchants (id, user_id, name, created_at)
        SELECT md5('n' || number)::uuid, ${uuidOf(200)}, 'Shop', timestamptz '2026-01-01' + number * interval '1 hour'
        FROM generate_series(1, 3000) AS number`.execute(transaction);
      await sql`INSERT INTO orders (id, merchant_id, merchant_order_id, status, network, testnet, currency, amount,
          amount_usd, service_fee_rate, created_at, paid_at)
        SELECT md5('o' || number)::uuid, md5('m' || number % 400)::uuid, 'A', CASE WHEN pays THEN 'paid' ELSE 'pending' END,
          'TRON', false, 'USDT', 100, 100, 0.01, at, CASE WHEN pays THEN at END
        FROM generate_series(1, 40000) AS number,
          LATERAL (SELECT number / 400 % 10 > 0 AS pays, timestamptz '2026-01-01' + number * interval '10 minutes' AS at) AS drawn`.execute(
        transaction,
      );
      await sql`INSERT INTO user_credentials (id, user_id, kind, created_at, ended_at)
        SELECT md5('c' || number)::uuid, ('00000000-0000-4000-8000-' || lpad(to_hex(1 + number % 100), 12, '0'))::uuid,
          'session', now(), CASE WHEN number % 70 > 0 THEN now() END
        FROM generate_series(1, 20000) AS number`.execute(transaction);
    });
    await vacuumAnalyze(test.database, 'merchants', 'orders', 'user_credentials');
  });

  it.each([
    [
      'earned fees',
      'orders_paid_of_merchant',
      (reader: DatabaseReader) =>
        readEarnedFees(reader, { userId: uuidOf(1), rate: '0.02', since: new Date('2026-09-08T00:00:00Z') }),
    ],
    [
      'block preview',
      'orders_pending_of_merchant',
      (reader: DatabaseReader) => readBlockEffect(reader, uuidOf(1)),
    ],
    [
      '100 of 3,000 merchants',
      'merchants_of_user_newest',
      (reader: DatabaseReader) => readMerchantsOf(reader, uuidOf(200)),
    ],
  ])('reads only the rows of one user for the %s, through the index %s', async (_what, index, read) => {
    const { plan, pages } = await explainQuery(test.database, read);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(150);
  });
});
