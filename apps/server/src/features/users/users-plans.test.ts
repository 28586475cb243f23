import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainQuery, explainStatements } from '../../../test/explain.ts';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { uuidOf } from '../../../test/test-platform.ts';
import type { ListPageQuery, LiveScope } from '../../infra/creation-list/creation-list.ts';
import { readListPage } from '../../infra/creation-list/read-list-page.ts';
import { type ListSearch, searchList } from '../../infra/creation-list/search-list.ts';
import { createSearchMemory, type SearchMemory } from '../../infra/creation-list/search-memory.ts';
import type { Database, DatabaseReader } from '../../infra/db/database.ts';
import { countSearchPieces } from '../../infra/search-pieces/count-search-pieces.ts';
import { USER_LIST, type UserRow } from './user-list.ts';
import { readBlockEffect, readEarnedFees, readMerchantsOf } from './user-queries.ts';

const USERS = 20_000;

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.transaction(async (transaction) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
    // VACUUM marks pages as visible to all only when the commit is on disk.
    await sql`SET LOCAL synchronous_commit = on`.execute(transaction);
    await sql`INSERT INTO users (id, email, name, created_at)
      SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(number), 12, '0'))::uuid, 'user' || number || '@example.com',
        CASE number % 10 WHEN 0 THEN 'Maria Pavão' ELSE 'Иван ' || md5(number::text) END,
        timestamptz '2026-01-01' + number * interval '5 minutes'
      FROM generate_series(1, ${USERS}::integer) AS number`.execute(transaction);
  });
  await test.database.query({
    text: 'VACUUM ANALYZE users, user_totals, list_months, list_days, list_versions',
  });
});
afterAll(async () => await test.drop());

type UserSearch = ListSearch<LiveScope>;

const first = { limit: 20, offset: 0, scope: 'live', sort: 'newest' } as const;

const readUserPage = async (database: Database, page: ListPageQuery<LiveScope>) =>
  await readListPage<UserRow, LiveScope>(database, USER_LIST, page);
const searchUsers = async (database: Database, memory: SearchMemory, query: UserSearch) =>
  await searchList<UserRow, LiveScope>(database, USER_LIST, memory, query);

describe('a page of all users', () => {
  it('reads what the page holds, however many users there are', async () => {
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
    'at %i begins within a day, and reads no more than a day of the index',
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

describe('a search', () => {
  const explainSearch = async (
    query: Partial<UserSearch> & { readonly search: string },
    { memory = createSearchMemory(), withoutScans = false } = {},
  ) =>
    await explainStatements(
      test.database,
      (database: Database) => searchUsers(database, memory, { ...first, ...query }),
      { withoutScans },
    );
  const remembering = async (...queries: readonly UserSearch[]): Promise<SearchMemory> => {
    const memory = createSearchMemory();
    for (const query of queries) await searchUsers(test.database, memory, query);
    return memory;
  };

  it.each(['user19999@', 'nobody at all'])(
    'finds what is rare through the trigram index: %s',
    async (search) => {
      const { plan, pages } = await explainSearch({ search });
      expect(plan).toContain('Bitmap Index Scan on users_search');
      expect(pages).toBeLessThan(200);
    },
  );

  it.each(['ar', 'qz', '山田', '%', '-7 %'])('leaves the trigram index alone for %s', async (search) => {
    expect((await explainSearch({ search }, { withoutScans: true })).plan).not.toContain('users_search');
  });

  it.each(['maria', 'an', 'Иван'])('for %s is not counted again for the same page', async (search) => {
    const counting = await explainSearch({ search });
    const memory = await remembering({ ...first, search });
    const again = await explainSearch({ search }, { memory });
    expect(again.pages).toBeLessThan(60);
    expect(again.pages).toBeLessThan(counting.pages / 4);
  });

  it('without a match is not looked for again', async () => {
    const memory = await remembering({ ...first, search: 'qz' });
    expect((await explainSearch({ search: 'qz' }, { memory })).pages).toBeLessThan(5);
  });

  it.each(['newest', 'oldest'] as const)(
    'goes on from the page before, however deep, %s first',
    async (sort) => {
      const query = { ...first, search: 'Иван', sort, offset: 15_000 };
      const memory = await remembering(query);
      const next = await explainSearch({ ...query, offset: 15_020 }, { memory });
      expect(next.plan).toContain('Index Cond: (ROW(created_at, id)');
      expect(next.pages).toBeLessThan(60);
    },
  );

  it.each(['newest', 'oldest'] as const)(
    'finds from memory what it would find anew, %s first',
    async (sort) => {
      const memory = createSearchMemory();
      for (const search of ['Иван', 'maria', 'user199', '99@']) {
        for (const offset of [15_000, 15_020, 15_010, 0, 17, 14_000, 300, 320, 1_990, 17_995, 18_000]) {
          const query = { ...first, search, sort, offset };
          const anew = await searchUsers(test.database, createSearchMemory(), query);
          const { rows, totalCount } = await searchUsers(test.database, memory, query);
          expect(totalCount).toBe(anew.totalCount);
          expect(rows.map(({ id }) => id)).toEqual(anew.rows.map(({ id }) => id));
        }
      }
    },
  );
});

describe('a search whose pieces were counted', () => {
  beforeAll(async () => await countSearchPieces(test.connection, createRecordingLog().log));

  it.each(['a', 'an', 'maria', 'Иван', 'example.com', 'qz', 'user19999@example', 'nobody at all'])(
    'for %s reads what a page holds',
    async (search) => {
      const { pages } = await explainStatements(test.database, (database) =>
        searchUsers(database, createSearchMemory(), { ...first, search }),
      );
      expect(pages).toBeLessThan(200);
    },
  );
});

it('finds the same in a list that changes between any two statements', async () => {
  const changing: Database = {
    ...test.database,
    prepared: async (statement) => {
      await test.database.query({
        text: `UPDATE list_versions SET version = version + 1 WHERE list = 'users'`,
      });
      return await test.database.prepared(statement);
    },
  };
  for (const search of ['a', 'maria', 'user19999@example']) {
    const query = { ...first, search, offset: search === 'maria' ? 20 : 0 };
    const [found, again] = await Promise.all(
      [test.database, changing].map(async (database) => {
        const { rows, totalCount } = await searchUsers(database, createSearchMemory(), query);
        return { totalCount, ids: rows.map(({ id }) => id) };
      }),
    );
    expect(found?.ids.length).toBeGreaterThan(0);
    expect(again).toEqual(found);
  }
});

describe('what the panel asks of one user', () => {
  beforeAll(async () => {
    await test.database.transaction(async (transaction) => {
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
    await test.database.query({ text: 'VACUUM ANALYZE merchants, orders, user_credentials' });
  });

  it.each([
    [
      'what fees were earned',
      'orders_paid_of_merchant',
      (reader: DatabaseReader) =>
        readEarnedFees(reader, { userId: uuidOf(1), rate: '0.02', since: new Date('2026-09-08T00:00:00Z') }),
    ],
    [
      'what a block would end',
      'orders_pending_of_merchant',
      (reader: DatabaseReader) => readBlockEffect(reader, uuidOf(1)),
    ],
    [
      'a hundred merchants of three thousand',
      'merchants_of_user_newest',
      (reader: DatabaseReader) => readMerchantsOf(reader, uuidOf(200)),
    ],
  ])('%s: reads what is theirs, by %s', async (_what, index, read) => {
    const { plan, pages } = await explainQuery(test.database, read);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(150);
  });
});
