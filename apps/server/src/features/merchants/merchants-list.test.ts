import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator } from '../../../test/authenticator.ts';
import { keptTotalDifferences } from '../../../test/kept-totals.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import {
  connectPlatform,
  type TestPlatform,
  testMerchant,
  testUser,
  uuidOf,
} from '../../../test/test-platform.ts';

const LIVE = 60;
const DELETED_AT = '2026-02-01T00:00:00.000Z';

let test: TestApplication;
let platform: TestPlatform;
let administrator: Enrolled;

/** Three merchants a day. */
function merchant(number: number, rest: Parameters<typeof testMerchant>[1] = {}) {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + number * 8 * 60 * 60_000).toISOString();
  return testMerchant(number, { createdAt, ...rest });
}

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
  administrator = await enrolAdministrator(test, 'admin@example.com');
  await platform.feed({
    users: [
      testUser(1, { name: 'Zoë Ångström', email: 'Zoe@Example.org' }),
      testUser(2, { name: 'Gone', email: 'gone@example.net', deletedAt: DELETED_AT }),
      testUser(3, { name: '', email: 'x.y+z@example.test' }),
    ],
    merchants: [
      ...Array.from({ length: 52 }, (_, index) => merchant(index + 1)),
      merchant(53, { name: 'Bücher Öl', userUuid: uuidOf(1), website: null }),
      merchant(54, { name: 'Чай и кофе', userUuid: uuidOf(2) }),
      merchant(55, { name: 'ラーメン屋', userUuid: uuidOf(3) }),
      merchant(56, { name: '100% cotton' }),
      merchant(57, { name: 'snake_case' }),
      merchant(58, { name: String.raw`C:\shop` }),
      merchant(59, { name: '<img src=x onerror=alert(1)>', website: 'javascript:alert(1)' }),
      merchant(60, { name: 'Equal time', createdAt: merchant(59).createdAt ?? '' }),
      merchant(61, { name: 'Deleted Shop', userUuid: uuidOf(1), deletedAt: DELETED_AT }),
    ],
  });
});
afterAll(async () => await test.close());

async function list(query: Readonly<Record<string, string>> = {}) {
  const { status, body } = await administrator.browser.get(`/merchants?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body;
}

async function find(search: string, rest: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { merchants, totalCount } = await list({ search, ...rest });
  expect(totalCount).toBe(merchants.length);
  return merchants.map(({ name }: { name: string }) => name);
}

async function execute(text: string): Promise<void> {
  await test.database.transaction((transaction) => sql.raw(text).execute(transaction));
}

describe('the list of merchants', () => {
  it('requires a signed-in administrator', async () => {
    expect((await test.newBrowser().get('/merchants')).status).toBe(401);
  });

  // @spec 3.4
  it('shows the fields of the contract with the creator', async () => {
    expect((await list({ search: 'bücher' })).merchants).toEqual([
      {
        uuid: uuidOf(53),
        name: 'Bücher Öl',
        website: null,
        creatorName: 'Zoë Ångström',
        creatorEmail: 'Zoe@Example.org',
        createdAt: merchant(53).createdAt,
        deletedAt: null,
      },
    ]);
    expect((await list({ search: 'onerror' })).merchants).toMatchObject([
      {
        name: '<img src=x onerror=alert(1)>',
        website: 'javascript:alert(1)',
        creatorName: null,
        creatorEmail: null,
      },
    ]);
  });

  it("finds a merchant by any spelling of the creator's address", async () => {
    await platform.feed({ users: [testUser(3, { name: '', email: 'Käse@Bücher.example' })] });
    expect(await find('käse@xn--bcher-kva.example')).toEqual(['ラーメン屋']);
    await platform.feed({ users: [testUser(3, { name: '', email: 'x.y+z@example.test' })] });
    expect(await find('käse@xn--bcher-kva.example')).toEqual([]);
  });

  it('shows a creator who is deleted', async () => {
    expect((await list({ search: 'чай' })).merchants).toMatchObject([
      { creatorName: 'Gone', creatorEmail: 'gone@example.net' },
    ]);
  });

  // @spec 7.39, D.100
  it.each(['newest', 'oldest'])('returns every merchant on exactly one page, %s first', async (sort) => {
    const expected = Array.from({ length: LIVE }, (_, index) => uuidOf(index + 1));
    if (sort === 'newest') expected.reverse();
    for (const limit of [1, 7, 20]) {
      const seen: string[] = [];
      while (seen.length < LIVE) {
        const page = await list({ sort, limit: String(limit), offset: String(seen.length) });
        expect(page.totalCount).toBe(LIVE);
        expect(page.merchants).not.toEqual([]);
        seen.push(...page.merchants.map(({ uuid }: { uuid: string }) => uuid));
      }
      expect(seen).toEqual(expected);
    }
  });

  // @spec 3.4, 7.38
  it('shows deleted merchants only on request', async () => {
    expect(await find('deleted shop')).toEqual([]);
    expect(await find('deleted shop', { includeDeleted: 'true' })).toEqual(['Deleted Shop']);
    const whole = await list({ includeDeleted: 'true', limit: '100' });
    expect([whole.totalCount, whole.merchants.length]).toEqual([LIVE + 1, LIVE + 1]);
    expect(whole.merchants[0]).toMatchObject({ name: 'Deleted Shop', deletedAt: DELETED_AT });
    const rest = await list({ includeDeleted: 'true', offset: '59' });
    expect(rest.merchants.map(({ uuid }: { uuid: string }) => uuid)).toEqual([uuidOf(2), uuidOf(1)]);
  });

  it('returns an empty page and the total beyond the end', async () => {
    for (const search of ['', 'shop']) {
      for (const offset of ['60', '1000000000']) {
        const { merchants, totalCount } = await list({ offset, search });
        expect([merchants, totalCount]).toEqual([[], search === '' ? LIVE : 53]);
      }
    }
  });

  it.each([
    ['limit=0'],
    ['limit=101'],
    ['offset=-1'],
    ['offset=9223372036854775808'],
    ['sort=name'],
    ['includeDeleted=1'],
    ['search=a&search=b'],
    ['search=%00'],
    [`search=${'a'.repeat(201)}`],
  ])('answers 400 to %s', async (query) => {
    expect((await administrator.browser.get(`/merchants?${query}`)).body.status).toBe('validation_error');
  });
});

describe('merchant search', () => {
  // @spec 7.38, D.112
  it.each([
    ['ZOE@EXAMPLE', ['Bücher Öl']],
    ['ÖL', ['Bücher Öl']],
    ['ångström', []],
    ['кофе', ['Чай и кофе']],
    ['ラーメン', ['ラーメン屋']],
    ['x.y+z@', ['ラーメン屋']],
    ['%', ['100% cotton']],
    ['_', ['snake_case']],
    ['\\', [String.raw`C:\shop`]],
    ['sn_ke', []],
    ['ölzoe', []],
    ["'; DROP TABLE merchants; --", []],
  ])('searching for %s finds %j', async (search, names) => {
    expect(await find(search)).toEqual(names);
  });

  it.each(['newest', 'oldest'])(
    'returns each match on exactly one page, %s first, forwards and backwards',
    async (sort) => {
      const uuids = async (offset: number): Promise<string[]> => {
        const { merchants, totalCount } = await list({
          search: 'shop',
          sort,
          limit: '5',
          offset: String(offset),
        });
        expect(totalCount).toBe(53);
        return merchants.map(({ uuid }: { uuid: string }) => uuid);
      };
      const offsets = Array.from({ length: 11 }, (_, index) => index * 5);
      const forwards: string[] = [];
      for (const offset of offsets) forwards.push(...(await uuids(offset)));
      expect(new Set(forwards).size).toBe(53);
      expect(forwards).toEqual(sort === 'newest' ? forwards.toSorted().reverse() : forwards.toSorted());
      for (const offset of offsets.toReversed()) {
        expect(await uuids(offset)).toEqual(forwards.slice(offset, offset + 5));
      }
    },
  );

  it('ignores accents and the order of words, in names and in the address of the creator', async () => {
    await platform.feed({
      users: [testUser(3, { name: '', email: 'søren@example.test' })],
      merchants: [merchant(55, { name: 'Café Łódź', userUuid: uuidOf(3) })],
    });
    for (const search of ['cafe lodz', 'ŁÓDŹ café', 'soren@example', 'sø\u0301ren@']) {
      expect(await find(search)).toEqual(['Café Łódź']);
    }
    await platform.feed({
      users: [testUser(3, { name: '', email: 'x.y+z@example.test' })],
      merchants: [merchant(55, { name: 'ラーメン屋', userUuid: uuidOf(3) })],
    });
  });

  it('never returns stale matches after a change', async () => {
    const count = async () => (await list({ search: 'kiosk' })).totalCount;
    expect(await count()).toBe(0);
    await platform.feed({ merchants: [merchant(70, { name: 'Kiosk' }), merchant(71, { name: 'Kiosk' })] });
    expect(await count()).toBe(2);
    await platform.feed({ merchants: [merchant(70, { name: 'Stand' })] });
    expect(await count()).toBe(1);
    await platform.feed({ merchants: [merchant(71, { name: 'Kiosk', deletedAt: DELETED_AT })] });
    expect(await count()).toBe(0);
    expect((await list({ search: 'kiosk', includeDeleted: 'true' })).totalCount).toBe(1);
    await execute(`DELETE FROM merchants WHERE id IN ('${uuidOf(70)}', '${uuidOf(71)}')`);
    expect((await list({ search: 'kiosk', includeDeleted: 'true' })).totalCount).toBe(0);
  });

  it("matches after a creator's email or a merchant's creator changes", async () => {
    expect(await find('new.address@')).toEqual([]);
    await platform.feed({
      users: [
        testUser(1, { name: 'Zoë', email: 'New.Address@example.org' }),
        testUser(3, { name: '', email: 'x.y+z@example.test' }),
      ],
    });
    expect(await find('new.address@')).toEqual(['Bücher Öl']);
    expect(await find('zoe@')).toEqual([]);
    await platform.feed({ merchants: [merchant(56, { name: '100% cotton', userUuid: uuidOf(1) })] });
    expect(await find('new.address@')).toEqual(['100% cotton', 'Bücher Öl']);
    await platform.feed({ merchants: [merchant(56, { name: '100% cotton', userUuid: null })] });
    expect(await find('new.address@')).toEqual(['Bücher Öl']);
  });

  it('matches after concurrent writes of users and merchants', async () => {
    for (let round = 1; round <= 10; round++) {
      await Promise.all([
        platform.feed({ users: [testUser(1, { email: `round${round}@example.org` })] }),
        platform.feed({
          merchants: [merchant(57, { name: `snake_case ${round}`, userUuid: uuidOf((round % 2) * 2 + 1) })],
        }),
      ]);
    }
    expect(await keptTotalDifferences(test)).toEqual([]);
  });
});

describe('merchant counts', () => {
  it('does not write users if no merchant changes its creator', async () => {
    const { rows } = await test.database.query<{ ctid: string }>({
      text: 'SELECT ctid::text FROM users ORDER BY id',
    });
    await platform.feed({ merchants: [merchant(55, { name: 'ラーメン', userUuid: uuidOf(3) })] });
    const after = await test.database.query({ text: 'SELECT ctid::text FROM users ORDER BY id' });
    expect(after.rows).toEqual(rows);
  });

  // @spec D.109
  it('counts correctly when merchants are moved, deleted and restored', async () => {
    await platform.feed({
      merchants: [
        merchant(53, { userUuid: uuidOf(3) }),
        merchant(54, { userUuid: null, deletedAt: DELETED_AT }),
        merchant(55, { createdAt: '2020-02-29T23:59:59.999Z' }),
        merchant(61, { deletedAt: null }),
      ],
    });
    await execute(`DELETE FROM merchants WHERE id = '${uuidOf(60)}'`);
    expect(await keptTotalDifferences(test)).toEqual([]);
    expect((await list()).totalCount).toBe(LIVE - 1);
    expect((await list({ sort: 'oldest', limit: '1' })).merchants[0].createdAt).toBe(
      '2020-02-29T23:59:59.999Z',
    );
  });

  it('totals check reports wrong merchant counts', async () => {
    await execute(`UPDATE list_days SET records = records + 1 WHERE list = 'merchants' AND day = '2026-01-05';
      INSERT INTO list_days VALUES ('invitations', 'pending', '2026-01-05', 2);
      ALTER TABLE merchants DISABLE TRIGGER USER;
      UPDATE merchants SET search_text = 'wrong' WHERE id = '${uuidOf(1)}';
      ALTER TABLE merchants ENABLE TRIGGER USER`);
    expect((await keptTotalDifferences(test)).map(({ total }) => total)).toEqual([
      'invitations pending 2026-01-05',
      'merchants found by their texts',
      'merchants live 2026-01-05',
    ]);
  });
});
