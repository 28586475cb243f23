import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
});
afterAll(async () => await test.close());

async function readUser(number: number) {
  return await test.database.reader
    .selectFrom('users')
    .selectAll()
    .where('id', '=', uuidOf(number))
    .executeTakeFirst();
}

async function readFeedAudit() {
  await test.auditInbox.linkAll();
  return await test.database.reader
    .selectFrom('audit_log')
    .select([
      'action',
      'action_category',
      'actor_type',
      'actor_id',
      'resource_type',
      'resource_identifier',
      'metadata',
    ])
    .where('actor_type', '=', 'api_key')
    .orderBy('sequence')
    .execute();
}

describe('feed batches', () => {
  // @spec D.154
  it('accepts uuids of any version', async () => {
    const ids = ['11111111-1111-1111-1111-111111111111', '00000000-0000-0000-0000-0000000000AB'];
    const users = ids.map((uuid, index) => testUser(900 + index, { uuid }));
    expect(await platform.post('/users', { users })).toMatchObject({ status: 200, body: { created: 2 } });
    const found = await test.database.reader
      .selectFrom('users')
      .select('id')
      .where(
        'id',
        'in',
        ids.map((id) => id.toLowerCase()),
      )
      .execute();
    expect(found).toHaveLength(2);
  });

  it.each([
    'ad\u200Ba@example.com',
    'ada\u202E@example.com',
    'ada@exam\u00ADple.com',
    '\u2066ada@example.com',
  ])('rejects the e-mail %j, which does not look as it is stored, and names the user', async (email) => {
    const { status, body } = await platform.post('/users', {
      users: [testUser(905), testUser(906, { email })],
    });
    expect([status, body.status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      'validation_error',
      ['users[1].email'],
    ]);
    expect(await readUser(905)).toBeUndefined();
  });

  it('stores names without invisible characters', async () => {
    const users = [
      testUser(907, { name: '\u200BAda \u202Eecalevol\u202C 👩‍💻' }),
      testUser(908, { name: '\u2060' }),
    ];
    const merchants = [testMerchant(907, { name: 'Shop\u202E moc.elpmaxe' })];
    await platform.feed({ users, merchants });
    expect((await readUser(907))?.name).toBe('Ada ecalevol 👩‍💻');
    expect((await readUser(908))?.name).toBe('');
    const merchant = await test.database.reader
      .selectFrom('merchants')
      .select('name')
      .where('id', '=', uuidOf(907))
      .executeTakeFirst();
    expect(merchant?.name).toBe('Shop moc.elpmaxe');
    const again = await platform.post('/users', { users });
    expect(again.body).toEqual({ created: 0, updated: 0, unchanged: 2 });
    const empty = await platform.post('/merchants', {
      merchants: [testMerchant(908, { name: '\u202E\u200B' })],
    });
    expect(empty).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'merchants[0].name', message: 'Expected a name with a visible character' }] },
    });
  });

  it('counts the length of names and reasons in code points', async () => {
    const blocked = (length: number) => ({
      initial: { blocked: { at: '2026-02-01T00:00:00.000Z', reason: '💸'.repeat(length) } },
    });
    const named = (length: number) => ({ name: '💸'.repeat(length) });
    for (const [path, items] of [
      ['users', [testUser(910, named(201))]],
      ['users', [testUser(910, blocked(1_001))]],
      ['merchants', [testMerchant(910, named(201))]],
    ] as const) {
      const { status, body } = await platform.post(`/${path}`, { [path]: items });
      expect([status, body.errors[0].code]).toEqual([400, 'too_big']);
    }
    await platform.feed({
      users: [testUser(910, { ...named(200), ...blocked(1_000) })],
      merchants: [testMerchant(910, named(200))],
    });
    expect(await readUser(910)).toMatchObject(named(200));
  });

  // @spec D.154
  it('counts created, updated and unchanged items in one audit entry', async () => {
    const before = (await readFeedAudit()).length;
    const first = await platform.post('/users', { users: [testUser(100), testUser(101)] });
    expect(first).toMatchObject({ status: 200, body: { created: 2, updated: 0, unchanged: 0 } });

    const second = await platform.post('/users', {
      users: [testUser(100, { name: 'Renamed' }), testUser(101), testUser(102)],
    });
    expect(second.body).toEqual({ created: 1, updated: 1, unchanged: 1 });
    expect(await readUser(100)).toMatchObject({ name: 'Renamed' });

    const entries = (await readFeedAudit()).slice(before);
    expect(entries).toEqual([
      expect.objectContaining({ metadata: { created: 2, updated: 0, unchanged: 0 } }),
      {
        action: 'platform_feed.users',
        action_category: 'system_operation',
        actor_type: 'api_key',
        actor_id: platform.key.id,
        resource_type: 'system',
        resource_identifier: 'Test platform',
        metadata: { created: 1, updated: 1, unchanged: 1 },
      },
    ]);
  });

  // @spec D.154
  it('writes no rows and no audit entry for an unchanged batch', async () => {
    const batch = { users: [testUser(110), testUser(111)] };
    await platform.post('/users', batch);
    const stored = await test.database.query({
      text: 'SELECT id, xmin::text, ctid::text FROM users ORDER BY id',
    });
    const entries = (await readFeedAudit()).length;

    const again = await platform.post('/users', batch);
    expect(again.body).toEqual({ created: 0, updated: 0, unchanged: 2 });
    expect(
      (await test.database.query({ text: 'SELECT id, xmin::text, ctid::text FROM users ORDER BY id' })).rows,
    ).toEqual(stored.rows);
    expect(await readFeedAudit()).toHaveLength(entries);
  });

  it('recognizes another spelling of the same times and amounts', async () => {
    await platform.feed({ merchants: [testMerchant(1)], orders: [testOrder(120)] });
    const { body } = await platform.post('/orders', {
      orders: [testOrder(120, { amount: '100.000', createdAt: '2026-01-03T02:00:00+02:00' })],
    });
    expect(body).toEqual({ created: 0, updated: 0, unchanged: 1 });
  });

  // @spec D.155
  it('rejects a whole batch with one invalid item', async () => {
    const answer = await platform.post('/users', {
      users: [testUser(130), { ...testUser(131), email: 'nobody', extra: 1 }],
    });
    expect(answer.status).toBe(400);
    expect(answer.body.status).toBe('validation_error');
    expect(answer.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      'users[1].email',
      'users[1].extra',
    ]);
    expect(await readUser(130)).toBeUndefined();
  });

  it('rejects a batch that contains a record twice', async () => {
    const answer = await platform.post('/users', { users: [testUser(140), testUser(141), testUser(140)] });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      {
        field: 'users[2].uuid',
        code: 'duplicate',
        message: 'Duplicate of users[0].uuid. Send each only once per batch.',
      },
    ]);
    expect(await readUser(140)).toBeUndefined();
  });

  it('rejects out-of-range times', async () => {
    const { status, body } = await platform.post('/users', {
      users: [
        testUser(150, { createdAt: '0000-01-01T00:00:00Z' }),
        testUser(151, { deletedAt: '9999-12-31T23:59:59-23:59' }),
        testUser(152, { initial: { blocked: { at: '1969-12-31T23:59:59Z', reason: 'Fraud' } } }),
      ],
    });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { field: 'users[0].createdAt', code: 'out_of_range' },
      { field: 'users[1].deletedAt', code: 'out_of_range' },
      { field: 'users[2].initial.blocked.at', code: 'out_of_range' },
    ]);
  });

  it('accepts 100 items and rejects 101 or none', async () => {
    const users = Array.from({ length: 101 }, (_, index) => testUser(10_000 + index));
    expect(await platform.post('/users', { users })).toMatchObject({ status: 400 });
    expect(await platform.post('/users', { users: [] })).toMatchObject({ status: 400 });
    expect((await platform.post('/users', { users: users.slice(0, 100) })).body).toMatchObject({
      created: 100,
    });
  });

  it('stores concurrent copies of a batch once', async () => {
    const users = Array.from({ length: 50 }, (_, index) => testUser(11_000 + index));
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, run) => {
        return await platform.post('/users', { users: run % 2 === 0 ? users : users.toReversed() });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(50);
  });
});

describe('feed of users', () => {
  it('applies the initial state only when a user is created', async () => {
    const initial = {
      serviceFeeRate: '0.025',
      maxMerchants: 3,
      blocked: { at: '2026-01-05T00:00:00.000Z', reason: 'Chargebacks' },
    };
    await platform.feed({ users: [testUser(200, { initial }), testUser(201)] });
    const later = { ...testUser(200), name: 'New name', initial: { serviceFeeRate: '0.9', maxMerchants: 0 } };
    await platform.feed({ users: [later, testUser(201, { initial })] });

    expect(await readUser(200)).toMatchObject({
      name: 'New name',
      service_fee_rate: '0.0250',
      max_merchants: 3,
      blocked_reason: 'Chargebacks',
    });
    expect(await readUser(201)).toMatchObject({
      service_fee_rate: '0.0100',
      max_merchants: -1,
      blocked_at: null,
    });
  });

  it('clears optional fields that a later batch omits', async () => {
    await platform.feed({
      users: [
        testUser(210, {
          profileImageUrl: 'https://example.com/a.png',
          deletedAt: '2026-01-09T00:00:00.000Z',
        }),
      ],
    });
    await platform.feed({ users: [testUser(210)] });
    expect(await readUser(210)).toMatchObject({ profile_image_url: null, deleted_at: null });
  });
});

describe('feed of merchants', () => {
  // @spec D.155
  it('rejects merchants of unknown users by position', async () => {
    await platform.feed({ users: [testUser(300)] });
    const { status, body } = await platform.post('/merchants', {
      merchants: [
        testMerchant(301, { userUuid: uuidOf(300) }),
        testMerchant(302),
        testMerchant(303, { userUuid: uuidOf(999_999) }),
      ],
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      {
        field: 'merchants[2].userUuid',
        code: 'unknown_user',
        message: 'No user with this uuid. Send the user first.',
      },
    ]);
    const kept = await test.database.reader
      .selectFrom('merchants')
      .select('id')
      .where('id', '=', uuidOf(301))
      .execute();
    expect(kept).toEqual([]);
  });

  it('updates merchant counts on creation, transfer and deletion', async () => {
    await platform.feed({ users: [testUser(310), testUser(311)] });
    const counts = async () => [(await readUser(310))?.merchant_count, (await readUser(311))?.merchant_count];
    const [a, b] = [uuidOf(310), uuidOf(311)];

    await platform.feed({
      merchants: [testMerchant(312, { userUuid: a }), testMerchant(313, { userUuid: a })],
    });
    expect(await counts()).toEqual([2, 0]);
    await platform.feed({ merchants: [testMerchant(312, { userUuid: b })] });
    expect(await counts()).toEqual([1, 1]);
    await platform.feed({
      merchants: [testMerchant(312, { userUuid: b, deletedAt: '2026-02-01T00:00:00.000Z' })],
    });
    expect(await counts()).toEqual([1, 0]);
  });

  it('transfers merchants during updates of their creators without a deadlock', async () => {
    const people = Array.from({ length: 100 }, (_, index) => testUser(12_000 + index));
    await platform.feed({ users: people });
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, run) => {
        if (run % 2 === 0) {
          return await platform.post('/users', {
            users: people.map((user) => ({ ...user, name: `Run ${run}` })),
          });
        }
        const merchants = Array.from({ length: 100 }, (__, index) =>
          testMerchant(13_000 + index, { userUuid: uuidOf(12_000 + ((index * 7 + run) % 100)) }),
        );
        return await platform.post('/merchants', { merchants });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  });
});
