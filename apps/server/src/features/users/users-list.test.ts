import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator } from '../../../test/authenticator.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import {
  connectPlatform,
  type TestPlatform,
  testMerchant,
  testUser,
  uuidOf,
} from '../../../test/test-platform.ts';

let test: TestApplication;
let platform: TestPlatform;
let administrator: Enrolled;

const LIVE = 60;

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
  administrator = await enrolAdministrator(test, 'admin@example.com');
  const deletedAt = '2026-02-01T00:00:00.000Z';
  const blocked = { at: '2026-02-02T00:00:00.000Z', reason: 'Chargebacks' };
  await platform.feed({
    users: [
      ...Array.from({ length: 52 }, (_, index) => testUser(index + 1)),
      testUser(53, { name: 'Zoë Ångström', email: 'zoe@example.org', initial: { blocked } }),
      testUser(54, { name: 'Иван Петров', email: 'ivan@example.net' }),
      testUser(55, { name: '山田 さくら', email: 'sakura@example.net' }),
      testUser(56, { name: '100% cotton', email: 'cotton@example.net' }),
      testUser(57, { name: 'snake_case', email: 'snake@example.net' }),
      testUser(58, { name: String.raw`C:\users`, email: 'path@example.net' }),
      testUser(59, { name: 'Ends with maria', email: 'nova@example.test' }),
      testUser(60, { name: '', email: 'x.y+z@example.test', createdAt: testUser(59).createdAt }),
      testUser(61, { name: 'Deleted Person', deletedAt }),
      testUser(62, { name: 'Deleted Person', deletedAt, initial: { blocked } }),
    ],
    merchants: [
      testMerchant(1, { userUuid: uuidOf(53) }),
      testMerchant(2, { userUuid: uuidOf(53) }),
      testMerchant(3, { userUuid: uuidOf(53), deletedAt }),
    ],
  });
});
afterAll(async () => await test.close());

async function list(query: Readonly<Record<string, string>> = {}) {
  const { status, body } = await administrator.browser.get(`/users?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body;
}

async function find(search: string, rest: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { users, totalCount } = await list({ search, ...rest });
  expect(totalCount).toBe(users.length);
  return users.map(({ name }: { name: string }) => name);
}

describe('the list of users', () => {
  it('requires a signed-in administrator', async () => {
    expect(await test.newBrowser().get('/users')).toMatchObject({
      status: 401,
      body: { status: 'unauthenticated' },
    });
  });

  // @spec 7.26, 9.4
  it('shows the 20 newest users and the total', async () => {
    const { users, totalCount } = await list();
    expect(totalCount).toBe(LIVE);
    expect(users.map(({ uuid }: { uuid: string }) => uuid)).toEqual(
      Array.from({ length: 20 }, (_, index) => uuidOf(LIVE - index)),
    );
  });

  // @spec 3.6
  it('shows only the fields of the contract', async () => {
    const { users } = await list({ search: 'zoe@' });
    expect(users).toEqual([
      {
        uuid: uuidOf(53),
        name: 'Zoë Ångström',
        email: 'zoe@example.org',
        profileImageUrl: null,
        merchantCount: 2,
        createdAt: testUser(53).createdAt,
        blockedAt: '2026-02-02T00:00:00.000Z',
        blockedReason: 'Chargebacks',
      },
    ]);
  });

  // @spec D.99
  it.each(['', 'example', 'e'])(
    'returns every user on exactly one page when searching for "%s"',
    async (search) => {
      const seen: string[] = [];
      while (seen.length < LIVE) {
        const limit = seen.length === 0 ? '1' : '7';
        const { users, totalCount } = await list({ search, limit, offset: String(seen.length) });
        expect(totalCount).toBe(LIVE);
        expect(users).not.toEqual([]);
        seen.push(...users.map(({ uuid }: { uuid: string }) => uuid));
      }
      expect(seen).toEqual(Array.from({ length: LIVE }, (_, index) => uuidOf(LIVE - index)));
    },
  );

  it('returns an empty page and the total beyond the end', async () => {
    expect(await list({ offset: '60' })).toEqual({ users: [], totalCount: LIVE });
    expect(await list({ offset: '1000000000' })).toEqual({ users: [], totalCount: LIVE });
    expect(await list({ offset: '1000000000', search: 'example' })).toEqual({ users: [], totalCount: LIVE });
    expect(await list({ search: 'nobody at all' })).toEqual({ users: [], totalCount: 0 });
  });

  // @spec 7.25
  it('shows deleted users only on request', async () => {
    expect(await list({ includeDeleted: 'true', limit: '1' })).toMatchObject({
      totalCount: LIVE + 2,
      users: [{ uuid: uuidOf(62) }],
    });
    expect((await list({ includeDeleted: 'true', limit: '100', offset: '1' })).users).toHaveLength(LIVE + 1);
    expect(await find('deleted person')).toEqual([]);
    expect(await find('deleted person', { includeDeleted: 'true' })).toEqual([
      'Deleted Person',
      'Deleted Person',
    ]);
  });

  it('shows users of one status, with the time of deletion on deleted ones', async () => {
    expect((await list({ status: 'active' })).totalCount).toBe(LIVE - 1);
    expect(await list({ status: 'blocked' })).toMatchObject({
      totalCount: 1,
      users: [{ uuid: uuidOf(53), blockedReason: 'Chargebacks' }],
    });
    for (const includeDeleted of ['false', 'true']) {
      const { users, totalCount } = await list({ status: 'deleted', includeDeleted });
      expect([totalCount, users.map(({ uuid }: { uuid: string }) => uuid)]).toEqual([
        2,
        [uuidOf(62), uuidOf(61)],
      ]);
      expect(users[0].deletedAt).toBe('2026-02-01T00:00:00.000Z');
    }
    expect((await list({ limit: '1' })).users[0]).not.toHaveProperty('deletedAt');
  });

  it('combines a status with a search', async () => {
    expect(await find('zoe', { status: 'blocked' })).toEqual(['Zoë Ångström']);
    expect(await find('zoe', { status: 'active' })).toEqual([]);
    expect(await find('zoe', { status: 'deleted', includeDeleted: 'true' })).toEqual([]);
    expect(await find('person', { status: 'deleted' })).toEqual(['Deleted Person', 'Deleted Person']);
  });

  it.each(['', 'example'])('shows the oldest users first on request, search "%s"', async (search) => {
    const seen: string[] = [];
    while (seen.length < LIVE) {
      const { users } = await list({ search, sort: 'oldest', limit: '11', offset: String(seen.length) });
      expect(users).not.toEqual([]);
      seen.push(...users.map(({ uuid }: { uuid: string }) => uuid));
    }
    expect(seen).toEqual(Array.from({ length: LIVE }, (_, index) => uuidOf(index + 1)));
  });

  // @spec D.109
  it('counts users that are created, deleted and restored', async () => {
    const total = async () => (await list({ limit: '1' })).totalCount;
    await platform.feed({ users: [testUser(1, { deletedAt: '2026-02-03T00:00:00.000Z' })] });
    expect(await total()).toBe(LIVE - 1);
    await platform.feed({ users: [testUser(1)] });
    expect(await total()).toBe(LIVE);
  });
});

describe('user pages across many days', () => {
  const DAYS = 12;
  const PER_DAY = [1, 5, 0, 9, 3];

  beforeAll(async () => {
    const users = Array.from({ length: DAYS }, (_, day) =>
      Array.from({ length: PER_DAY[day % PER_DAY.length] ?? 0 }, (__, index) =>
        testUser(1_000 + day * 10 + index, {
          name: 'Many Days',
          // Midnight in UTC belongs to the day that starts then.
          createdAt: new Date(
            Date.UTC(2025, 11, 20 + day, index === 0 ? 0 : 23, 59 * Math.min(index, 1)),
          ).toISOString(),
          deletedAt: (day + index) % 4 === 0 ? '2026-02-01T00:00:00.000Z' : null,
          initial:
            (day + index) % 3 === 0 ? { blocked: { at: '2026-02-02T00:00:00.000Z', reason: 'Spam' } } : {},
        }),
      ),
    ).flat();
    await platform.feed({ users });
  });

  const expected = async (sort: string, includeDeleted: string): Promise<string[]> => {
    const { rows } = await test.database.query<{ id: string }>({
      text: `SELECT id FROM users WHERE deleted_at IS NULL OR $1 ORDER BY created_at, id`,
      values: [includeDeleted === 'true'],
    });
    const ids = rows.map(({ id }) => id);
    return sort === 'oldest' ? ids : ids.toReversed();
  };

  it.each([
    ['newest', 'false'],
    ['newest', 'true'],
    ['oldest', 'false'],
    ['oldest', 'true'],
  ])('returns correct rows at every offset: %s first, includeDeleted %s', async (sort, includeDeleted) => {
    const ids = await expected(sort, includeDeleted);
    for (let offset = 0; offset <= ids.length + 1; offset++) {
      const limit = offset % 3 === 0 ? '20' : '4';
      const { users, totalCount } = await list({ sort, includeDeleted, limit, offset: String(offset) });
      expect(totalCount).toBe(ids.length);
      expect(users.map(({ uuid }: { uuid: string }) => uuid)).toEqual(
        ids.slice(offset, offset + Number(limit)),
      );
    }
  });

  it.each([
    ['active', 'deleted_at IS NULL AND blocked_at IS NULL'],
    ['blocked', 'deleted_at IS NULL AND blocked_at IS NOT NULL'],
    ['deleted', 'deleted_at IS NOT NULL'],
  ])('returns correct rows of status %s at every offset', async (status, condition) => {
    const { rows } = await test.database.query<{ id: string }>({
      text: `SELECT id FROM users WHERE ${condition} ORDER BY created_at, id`,
    });
    const oldest = rows.map(({ id }) => id);
    expect(oldest.length).toBeGreaterThan(3);
    for (const [sort, ids] of [
      ['oldest', oldest],
      ['newest', oldest.toReversed()],
    ] as const) {
      for (let offset = 0; offset <= ids.length + 1; offset++) {
        const limit = offset % 3 === 0 ? '20' : '4';
        const { users, totalCount } = await list({ sort, status, limit, offset: String(offset) });
        expect(totalCount).toBe(ids.length);
        expect(users.map(({ uuid }: { uuid: string }) => uuid)).toEqual(
          ids.slice(offset, offset + Number(limit)),
        );
      }
    }
  });

  it('returns the correct rows after users change their day or are deleted', async () => {
    const moved = { name: 'Many Days', createdAt: '2025-12-01T00:00:00.000Z' };
    await platform.feed({
      users: [testUser(1_010, moved), testUser(1_030, { ...moved, deletedAt: '2026-02-02T00:00:00Z' })],
    });
    for (const includeDeleted of ['false', 'true']) {
      const ids = await expected('oldest', includeDeleted);
      for (const offset of [0, 1, 2, 7]) {
        const { users } = await list({ sort: 'oldest', includeDeleted, limit: '3', offset: String(offset) });
        expect(users.map(({ uuid }: { uuid: string }) => uuid)).toEqual(ids.slice(offset, offset + 3));
      }
    }
  });
});

describe('repeated user searches', () => {
  const names = async (query: Readonly<Record<string, string>>) => {
    const { users, totalCount } = await list({ search: 'again', ...query });
    return [totalCount, users.map(({ name }: { name: string }) => name)];
  };
  const again = (number: number, rest = {}) => testUser(number, { name: `Again ${number}`, ...rest });

  it('reflects users that are created, renamed, deleted, moved and blocked', async () => {
    expect(await names({})).toEqual([0, []]);
    await platform.feed({ users: [again(2_001), again(2_002), again(2_003)] });
    expect(await names({})).toEqual([3, ['Again 2003', 'Again 2002', 'Again 2001']]);
    expect(await names({ limit: '1', offset: '1' })).toEqual([3, ['Again 2002']]);

    await platform.feed({ users: [testUser(2_002, { name: 'Someone' })] });
    expect(await names({})).toEqual([2, ['Again 2003', 'Again 2001']]);
    await platform.feed({ users: [again(2_003, { deletedAt: '2026-02-01T00:00:00.000Z' })] });
    expect(await names({})).toEqual([1, ['Again 2001']]);
    expect(await names({ includeDeleted: 'true' })).toEqual([2, ['Again 2003', 'Again 2001']]);
    await platform.feed({ users: [again(2_001, { createdAt: '2026-03-01T00:00:00.000Z' })] });
    expect(await names({ includeDeleted: 'true' })).toEqual([2, ['Again 2001', 'Again 2003']]);

    await platform.feed({ merchants: [testMerchant(2_001, { userUuid: uuidOf(2_001) })] });
    await administrator.browser.post(`/users/${uuidOf(2_001)}/block`, { reason: 'Fraud' });
    const { users } = await list({ search: 'again' });
    expect(users).toMatchObject([{ merchantCount: 1, blockedReason: 'Fraud' }]);
  });

  it('returns the same results from another process', async () => {
    const replica = await test.createReplica();
    await platform.feed({ users: [again(2_010)] });
    const before = await names({});
    const elsewhere = await connectPlatform({ ...test, app: replica });
    await elsewhere.feed({ users: [again(2_011)] });
    expect(await names({})).toEqual([Number(before[0]) + 1, expect.arrayContaining(['Again 2011'])]);
  });

  it.each(['newest', 'oldest'])('returns the correct rows in any page order, %s first', async (sort) => {
    const users = Array.from({ length: 90 }, (_, index) =>
      testUser(3_000 + index, { name: `Walker ${index}` }),
    );
    await platform.feed({ users });
    const all = Array.from({ length: 90 }, (_, index) => `Walker ${sort === 'newest' ? 89 - index : index}`);
    for (const offset of [80, 0, 85, 40, 41, 39, 60, 20, 0, 89, 90, 40]) {
      const page = await list({ search: 'walker', sort, limit: '5', offset: String(offset) });
      expect(page.totalCount).toBe(90);
      expect(page.users.map(({ name }: { name: string }) => name)).toEqual(all.slice(offset, offset + 5));
    }
  });
});

describe('user search', () => {
  // @spec 7.25, D.110, D.111
  it.each([
    ['IVAN@EXAMPLE', ['Иван Петров']],
    ['иван', ['Иван Петров']],
    ['ПЕТ', ['Иван Петров']],
    ['ångström', ['Zoë Ångström']],
    ['ÅNG', ['Zoë Ångström']],
    ['山田', ['山田 さくら']],
    ['く', ['山田 さくら']],
    ['%', ['100% cotton']],
    ['_', ['snake_case']],
    ['\\', [String.raw`C:\users`]],
    ['%cotton', []],
    ['sn_ke', []],
    ['MARIA', ['Ends with maria']],
    ['  snake  ', ['snake_case']],
    ['x.y+z@', ['']],
    ["'; DROP TABLE users; --", []],
  ])('searching for %s finds %j', async (search, names) => {
    expect(await find(search)).toEqual(names);
  });

  it('ignores accents, case, compatibility forms and invisible characters', async () => {
    const names = [
      'Bjørg Tøndel',
      'Jose\u0301 Nu\u0301ñez',
      'Łukasz Đorđević',
      'Æsa Œuvre Straße',
      'Işıl Çağrı İnan',
      'Nguyễn Thị Ánh',
      'Ёлкина Мария',
      'O’Brien‐Smith',
      'Þórr Eiður',
      'Ｆｕｌｌ Ｗｉｄｔｈ',
      'ガギグ 한글',
      'D`Arcy',
    ];
    await platform.feed({
      users: names.map((name, index) =>
        testUser(4_000 + index, {
          name,
          email: `fold${index}@example.net`,
          createdAt: '2025-01-01T00:00:00Z',
        }),
      ),
    });
    for (const [search, name] of [
      ['bjorg tondel', 'Bjørg Tøndel'],
      ['TØNDEL', 'Bjørg Tøndel'],
      ['Tøndel Bjørg', 'Bjørg Tøndel'],
      ['Tøndel, Bjørg', 'Bjørg Tøndel'],
      ['ondel  bj', 'Bjørg Tøndel'],
      ['"Bjørg Tøndel"', 'Bjørg Tøndel'],
      ['\u200BBjørg\u202E', 'Bjørg Tøndel'],
      ['José', 'Jose\u0301 Nu\u0301ñez'],
      ['jose\u0301 nunez', 'Jose\u0301 Nu\u0301ñez'],
      ['lukasz dordevic', 'Łukasz Đorđević'],
      ['ŁUKASZ', 'Łukasz Đorđević'],
      ['aesa oeuvre strasse', 'Æsa Œuvre Straße'],
      ['STRAßE æsa', 'Æsa Œuvre Straße'],
      ['isil cagri inan', 'Işıl Çağrı İnan'],
      ['nguyen thi anh', 'Nguyễn Thị Ánh'],
      ['елкина', 'Ёлкина Мария'],
      ["o'brien-smith", 'O’Brien‐Smith'],
      ['thorr eidur', 'Þórr Eiður'],
      ['full width', 'Ｆｕｌｌ Ｗｉｄｔｈ'],
      ['ガギ', 'ガギグ 한글'],
      ['ｶﾞｷﾞ', 'ガギグ 한글'],
      ['한글', 'ガギグ 한글'],
      ["d'arcy", 'D`Arcy'],
      ['D’Arcy', 'D`Arcy'],
      ['d`arcy', 'D`Arcy'],
      ['o`brien', 'O’Brien‐Smith'],
      ['Somebody <fold0@example.net>', 'Bjørg Tøndel'],
    ] as const) {
      expect([search, await find(search)]).toEqual([search, [name]]);
    }
    expect(await find('カキ')).toEqual([]);
    expect(await find('bjorg hansen')).toEqual([]);
    expect(await find('％')).toEqual(['100% cotton']);
    expect(await find('＿')).toEqual(['snake_case']);
  });

  // @spec D.111
  it('does not match across name and email', async () => {
    expect(await find('marianova')).toEqual([]);
    expect(await find('maria nova')).toEqual([]);
  });

  // @spec D.110
  it('rejects a search over 200 characters', async () => {
    for (const character of ['a', '💸']) {
      expect(await find(character.repeat(200))).toEqual([]);
      const search = new URLSearchParams({ search: character.repeat(201) });
      const { status, body } = await administrator.browser.get(`/users?${search}`);
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        { field: 'search', code: 'too_big', message: 'Expected at most 200 characters' },
      ]);
    }
  });
});

it('user search finds any spelling of a whole address, but no part of another spelling', async () => {
  await platform.feed({ users: [testUser(58, { name: 'Jürgen', email: 'MÜLLER@Bücher.example ' })] });
  for (const search of ['müller@xn--bcher-kva.example', 'Mu\u0308ller@bücher.example', 'müller@bü']) {
    expect(await find(search)).toEqual(['Jürgen']);
  }
  expect(await find('%@xn--bcher-kva.example')).toEqual([]);
  expect(await find('xn--bcher')).toEqual([]);
  await platform.feed({ users: [testUser(58, { email: 'müller@xn--bcher-kva.example' })] });
  expect(await find('MÜLLER@Bücher.example')).toEqual([testUser(58).name]);
});

// @spec D.105
it('the list of users ignores unknown query parameters', async () => {
  expect(await list({ limit: '1', color: 'red' })).toEqual(await list({ limit: '1' }));
});

// @spec D.103
it.each([
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=1.5',
  'limit=abc',
  'limit=',
  'limit=0x10',
  'limit=1e1',
  'limit=9223372036854775808',
  'limit=10&limit=20',
  'offset=-1',
  'offset=9007199254740992',
  'offset=99999999999999999999',
  'includeDeleted=1',
  'sort=NEWEST',
  'status=unknown',
  'status=',
  'status=active&status=blocked',
  'sort=createdAt',
  'sort=',
  'includeDeleted=TRUE',
  'search=a&search=b',
  'search=%00',
  'search=%C3%28',
])('the list of users answers 400 to %s', async (query) => {
  const { status, body } = await administrator.browser.get(`/users?${query}`);
  expect(status).toBe(400);
  expect(body.status).toBe('validation_error');
});
