import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAnswer } from '../../../test/test-browser.ts';
import { testCredential, testMerchant, testOrder, testUser, uuidOf } from '../../../test/test-platform.ts';
import { startUserActs, type UserActs } from '../../../test/user-acts.ts';

let acts: UserActs;

beforeAll(async () => {
  acts = await startUserActs();
});
afterAll(async () => await acts.test.close());

async function feedEntries() {
  await acts.test.auditInbox.linkAll();
  const { rows } = await acts.test.database.query({
    text: `SELECT action, status, error_message, actor_id, request_id, metadata FROM audit_log
      WHERE action LIKE 'platform_feed.%' ORDER BY sequence`,
  });
  return rows;
}

async function countOf(table: 'orders' | 'merchants' | 'user_credentials'): Promise<number> {
  const { rows } = await acts.test.database.query<{ count: number }>({
    text: `SELECT count(*) FROM ${table}`,
  });
  return rows[0]?.count ?? 0;
}

interface Refused {
  readonly status: 'user_blocked' | 'merchant_limit_reached';
  readonly fields: readonly string[];
}

/** Expects that a batch is rejected for these fields, writes one audit entry and stores nothing. */
async function refuses(
  kind: 'orders' | 'merchants' | 'credentials',
  items: readonly object[],
  refused: Refused,
) {
  const table = kind === 'credentials' ? 'user_credentials' : kind;
  const before = [await countOf(table), (await feedEntries()).length];
  const answer = await acts.platform.post(`/${kind}`, { [kind]: items });
  expect(answer).toMatchObject({
    status: 409,
    body: { status: refused.status, message: 'The batch was rejected. Nothing was saved.' },
  });
  expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(refused.fields);
  const entries = await feedEntries();
  expect([await countOf(table), entries.length - 1]).toEqual(before);
  expect(entries.at(-1)).toEqual({
    action: `platform_feed.${kind}`,
    status: 'failure',
    error_message:
      refused.status === 'user_blocked' ? 'The user is blocked' : 'The user has reached their merchant limit',
    actor_id: acts.platform.key.id,
    request_id: answer.headers['x-request-id'],
    metadata: { reason: refused.status, refusedItems: refused.fields.length },
  });
  return answer;
}

const takes = (answer: TestAnswer, receipt: object) =>
  expect([answer.status, answer.body]).toEqual([200, { created: 0, updated: 0, unchanged: 0, ...receipt }]);

describe('feed records of a blocked user', () => {
  beforeAll(async () => {
    await acts.platform.feed({
      users: [testUser(1), testUser(2)],
      merchants: [
        testMerchant(1, { userUuid: uuidOf(1) }),
        testMerchant(2, { userUuid: uuidOf(2) }),
        testMerchant(3),
      ],
      orders: [testOrder(1), testOrder(2, { merchantUuid: uuidOf(2) })],
      credentials: [testCredential(1), testCredential(2, { userUuid: uuidOf(2) })],
    });
    await acts.block(1);
  });

  // @spec D.129
  it('rejects a batch with new orders by position, whatever their creation time', async () => {
    const answer = await refuses(
      'orders',
      [
        testOrder(10, { merchantUuid: uuidOf(2) }),
        testOrder(11),
        testOrder(12, { merchantUuid: uuidOf(3) }),
        testOrder(13, { createdAt: '1999-01-01T00:00:00Z', status: 'paid', paidAt: '1999-01-01T00:00:00Z' }),
      ],
      { status: 'user_blocked', fields: ['orders[1].merchantUuid', 'orders[3].merchantUuid'] },
    );
    expect(answer.body.errors[0]).toEqual({
      field: 'orders[1].merchantUuid',
      code: 'user_blocked',
      message: 'The user is blocked. Leave this item out until an administrator unblocks the user.',
    });
  });

  it('accepts payments of known orders', async () => {
    const paid = { status: 'paid', paidAt: '2026-02-01T00:00:00.000Z' } as const;
    takes(await acts.platform.post('/orders', { orders: [testOrder(1, paid)] }), { updated: 1 });
    takes(await acts.platform.post('/orders', { orders: [testOrder(1, paid)] }), { unchanged: 1 });
  });

  it('rejects moving an order to a merchant of a blocked user', async () => {
    await refuses('orders', [testOrder(2)], { status: 'user_blocked', fields: ['orders[0].merchantUuid'] });
  });

  it('rejects new, restored and transferred merchants but accepts changes of known ones', async () => {
    const own = { userUuid: uuidOf(1) };
    await refuses(
      'merchants',
      [testMerchant(10), testMerchant(11, own), testMerchant(2, own), testMerchant(1, own)],
      {
        status: 'user_blocked',
        fields: ['merchants[1].userUuid', 'merchants[2].userUuid'],
      },
    );
    const deletedAt = '2026-02-01T00:00:00.000Z';
    await refuses('merchants', [testMerchant(11, { ...own, deletedAt })], {
      status: 'user_blocked',
      fields: ['merchants[0].userUuid'],
    });
    takes(
      await acts.platform.post('/merchants', { merchants: [testMerchant(1, { ...own, name: 'Renamed' })] }),
      {
        updated: 1,
      },
    );
    takes(await acts.platform.post('/merchants', { merchants: [testMerchant(1, { ...own, deletedAt })] }), {
      updated: 1,
    });
    await refuses('merchants', [testMerchant(1, own)], {
      status: 'user_blocked',
      fields: ['merchants[0].userUuid'],
    });
    takes(await acts.platform.post('/merchants', { merchants: [testMerchant(1, { userUuid: uuidOf(2) })] }), {
      updated: 1,
    });
  });

  it('rejects new sessions and API keys and does not reopen ended ones', async () => {
    await refuses(
      'credentials',
      [
        testCredential(2, { userUuid: uuidOf(2) }),
        testCredential(10),
        testCredential(11, { kind: 'api_key' }),
      ],
      { status: 'user_blocked', fields: ['credentials[1].userUuid', 'credentials[2].userUuid'] },
    );
    takes(await acts.platform.post('/credentials', { credentials: [testCredential(1)] }), { unchanged: 1 });
  });

  it('accepts records after unblocking and ends credentials created before the block', async () => {
    await acts.unblock(1);
    const later = new Date(Date.now() + 1_000).toISOString();
    await acts.platform.feed({
      merchants: [testMerchant(1, { userUuid: uuidOf(1) })],
      orders: [testOrder(11)],
      credentials: [testCredential(12), testCredential(13, { createdAt: later })],
    });
    const { rows } = await acts.test.database.query({
      text: 'SELECT id FROM user_credentials WHERE user_id = $1 AND ended_at IS NULL',
      values: [uuidOf(1)],
    });
    expect(rows).toEqual([{ id: uuidOf(13) }]);
  });
});

describe('feed records of a user who was imported as blocked', () => {
  const at = '2026-02-01T00:00:00.000Z';
  const own = { userUuid: uuidOf(20) };

  it('accepts records created before the block and rejects later ones', async () => {
    await acts.platform.feed({
      users: [testUser(20, { initial: { blocked: { at, reason: 'Fraud' } } })],
      merchants: [testMerchant(20, own)],
      orders: [testOrder(20, { merchantUuid: uuidOf(20), createdAt: '2026-01-31T23:59:59.999Z' })],
    });
    await refuses('merchants', [testMerchant(21, { ...own, createdAt: at })], {
      status: 'user_blocked',
      fields: ['merchants[0].userUuid'],
    });
    await refuses('orders', [testOrder(21, { merchantUuid: uuidOf(20), createdAt: at })], {
      status: 'user_blocked',
      fields: ['orders[0].merchantUuid'],
    });
    await refuses('credentials', [testCredential(20, own)], {
      status: 'user_blocked',
      fields: ['credentials[0].userUuid'],
    });
  });

  it('rejects older records after a block by an administrator', async () => {
    await acts.unblock(20);
    await acts.block(20);
    await refuses('orders', [testOrder(22, { merchantUuid: uuidOf(20) })], {
      status: 'user_blocked',
      fields: ['orders[0].merchantUuid'],
    });
  });
});

describe('merchant limit of the feed', () => {
  const own = { userUuid: uuidOf(30) };
  const deletedAt = '2026-02-01T00:00:00.000Z';

  it('rejects the last merchants beyond the limit and does not count deleted ones', async () => {
    await acts.platform.feed({
      users: [testUser(30, { initial: { maxMerchants: 2 } }), testUser(31)],
      merchants: [
        testMerchant(30, own),
        testMerchant(31, { ...own, deletedAt }),
        testMerchant(32, { ...own, deletedAt }),
      ],
    });
    await refuses(
      'merchants',
      [33, 34, 35].map((number) => testMerchant(number, own)),
      {
        status: 'merchant_limit_reached',
        fields: ['merchants[1].userUuid', 'merchants[2].userUuid'],
      },
    );
    takes(await acts.platform.post('/merchants', { merchants: [testMerchant(33, own)] }), { created: 1 });
    await refuses('merchants', [testMerchant(31, own)], {
      status: 'merchant_limit_reached',
      fields: ['merchants[0].userUuid'],
    });
  });

  it('accepts a batch that replaces one merchant by another', async () => {
    takes(
      await acts.platform.post('/merchants', {
        merchants: [testMerchant(34, own), testMerchant(33, { ...own, deletedAt })],
      }),
      { created: 1, updated: 1 },
    );
    takes(
      await acts.platform.post('/merchants', {
        merchants: [testMerchant(35, own), testMerchant(34, { userUuid: uuidOf(31) })],
      }),
      { created: 1, updated: 1 },
    );
    await refuses('merchants', [testMerchant(34, own)], {
      status: 'merchant_limit_reached',
      fields: ['merchants[0].userUuid'],
    });
  });

  // @spec 5.33, 9.20, D.134
  it('keeps existing merchants under a lowered limit, with 0 for none and -1 for unlimited', async () => {
    await acts.put(30, { maxMerchants: 0 });
    expect((await acts.get(30)).body.merchantCount).toBe(2);
    takes(
      await acts.platform.post('/merchants', { merchants: [testMerchant(30, { ...own, name: 'Renamed' })] }),
      {
        updated: 1,
      },
    );
    const swapped = [testMerchant(36, own), testMerchant(35, { ...own, deletedAt })];
    await refuses('merchants', swapped, {
      status: 'merchant_limit_reached',
      fields: ['merchants[0].userUuid'],
    });
    await acts.put(30, { maxMerchants: -1 });
    takes(
      await acts.platform.post('/merchants', { merchants: [36, 37, 38].map((n) => testMerchant(n, own)) }),
      {
        created: 3,
      },
    );
  });

  it('reports a block before an exceeded limit in the same batch', async () => {
    await acts.put(30, { maxMerchants: 1 });
    await acts.block(31);
    const answer = await refuses(
      'merchants',
      [testMerchant(39, own), testMerchant(40, { userUuid: uuidOf(31) })],
      {
        status: 'user_blocked',
        fields: ['merchants[1].userUuid', 'merchants[0].userUuid'],
      },
    );
    expect(answer.body.errors.map(({ code }: { code: string }) => code)).toEqual([
      'user_blocked',
      'merchant_limit_reached',
    ]);
  });
});

describe('feed of credentials', () => {
  it('creates, ends and recognizes credentials', async () => {
    await acts.platform.feed({ users: [testUser(50), testUser(51)] });
    const own = { userUuid: uuidOf(50) };
    const endedAt = '2026-01-05T00:00:00.000Z';
    const batch = (credentials: readonly object[]) => acts.platform.post('/credentials', { credentials });
    takes(await batch([testCredential(50, own), testCredential(51, { ...own, kind: 'api_key' })]), {
      created: 2,
    });
    takes(await batch([testCredential(50, { ...own, endedAt })]), { updated: 1 });
    takes(await batch([testCredential(50, own), testCredential(51, { ...own, kind: 'api_key' })]), {
      unchanged: 2,
    });
    expect((await acts.get(50, '/block-preview')).body).toMatchObject({ sessions: 0, apiKeys: 1 });
    const moved = { ...own, createdAt: '2026-01-02T00:00:00.000Z' };
    takes(await batch([testCredential(50, moved)]), { updated: 1 });
    expect((await acts.get(50, '/block-preview')).body).toMatchObject({ sessions: 0, apiKeys: 1 });
    expect((await feedEntries()).at(-1)).toMatchObject({
      action: 'platform_feed.credentials',
      status: 'success',
    });
  });

  it('rejects credentials of unknown users and changes of user or kind', async () => {
    const { status, body } = await acts.platform.post('/credentials', {
      credentials: [
        testCredential(52, { userUuid: uuidOf(999_999) }),
        testCredential(51, { userUuid: uuidOf(51), kind: 'session' }),
        testCredential(53, { createdAt: '1969-12-31T00:00:00Z', userUuid: uuidOf(50) }),
      ].slice(0, 2),
    });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { field: 'credentials[0].userUuid', code: 'unknown_user' },
      { field: 'credentials[1].userUuid', code: 'already_known' },
      { field: 'credentials[1].kind', code: 'already_known' },
    ]);
  });

  it.each([
    { kind: 'cookie' },
    { userUuid: null },
    { createdAt: null },
    { endedAt: 'later' },
    { token: 'x' },
  ])('rejects a credential with %j', async (rest) => {
    const { status } = await acts.platform.post('/credentials', {
      credentials: [{ ...testCredential(60), ...rest }],
    });
    expect(status).toBe(400);
  });
});

describe('GET /users/:id/access', () => {
  it('returns the current decisions of administrators', async () => {
    await acts.platform.feed({
      users: [testUser(70, { initial: { serviceFeeRate: '0.025', maxMerchants: 5 } })],
      merchants: [testMerchant(70, { userUuid: uuidOf(70) })],
    });
    const access = async () => (await acts.platform.get(`/users/${uuidOf(70)}/access`)).body;
    expect(await access()).toEqual({
      blocked: false,
      credentialsEndedAt: null,
      serviceFeeRate: '0.025',
      maxMerchants: 5,
      merchantCount: 1,
    });
    await acts.put(70, { serviceFeeRate: 0.1, maxMerchants: -1 });
    await acts.block(70);
    expect(await access()).toMatchObject({ blocked: true, serviceFeeRate: '0.1', maxMerchants: -1 });
    await acts.unblock(70);
    expect(await access()).toMatchObject({ blocked: false, credentialsEndedAt: expect.any(String) });
  });

  it('rejects administrators, because only the platform may call this endpoint', async () => {
    const answer = await acts.ada.get(`/api/platform/v1/users/${uuidOf(70)}/access`);
    expect(answer.status).toBe(401);
  });

  // @spec D.132
  it('applies a new fee rate only to orders created afterwards', async () => {
    const order = (number: number) => testOrder(number, { merchantUuid: uuidOf(70) });
    await acts.platform.feed({ orders: [order(70)] });
    await acts.put(70, { serviceFeeRate: 0.3 });
    await acts.platform.feed({ orders: [order(70), order(71)] });
    const { rows } = await acts.test.database.query({
      text: 'SELECT service_fee_rate FROM orders WHERE merchant_id = $1 ORDER BY id',
      values: [uuidOf(70)],
    });
    expect(rows).toEqual([{ service_fee_rate: '0.1000' }, { service_fee_rate: '0.3000' }]);
  });
});
