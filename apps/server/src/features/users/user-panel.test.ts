import { auditEntry } from '@halyard/contract/audit-logs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMerchant, testUser, uuidOf } from '../../../test/test-platform.ts';
import { startUserActs, type UserActs } from '../../../test/user-acts.ts';

const READS = ['', '/settings', '/fee-preview?rate=0.1', '/block-preview', '/merchants', '/audit-logs'];

let acts: UserActs;

beforeAll(async () => {
  acts = await startUserActs();
  await acts.platform.feed({
    users: [
      testUser(1, { name: 'Zoë', profileImageUrl: 'https://example.com/zoe.png' }),
      testUser(2),
      testUser(3),
      testUser(9, { deletedAt: '2026-02-01T00:00:00.000Z' }),
    ],
    merchants: [
      testMerchant(1, { userUuid: uuidOf(1), createdAt: '2026-01-02T00:00:00.000Z' }),
      testMerchant(3, { userUuid: uuidOf(1), createdAt: '2026-01-05T00:00:00.000Z', website: null }),
      testMerchant(2, { userUuid: uuidOf(1), createdAt: '2026-01-05T00:00:00.000Z' }),
      testMerchant(4, { userUuid: uuidOf(1), deletedAt: '2026-02-01T00:00:00.000Z' }),
      testMerchant(5, { userUuid: uuidOf(2) }),
    ],
  });
});
afterAll(async () => await acts.test.close());

describe('one user', () => {
  // @spec 3.6, 7.27
  it('returns the same user fields as the list', async () => {
    expect(await acts.get(1)).toMatchObject({
      status: 200,
      body: {
        uuid: uuidOf(1),
        name: 'Zoë',
        email: 'user1@example.com',
        profileImageUrl: 'https://example.com/zoe.png',
        merchantCount: 3,
        createdAt: testUser(1).createdAt,
        blockedAt: null,
        blockedReason: null,
      },
    });
    const { users } = (await acts.ada.get('/users?search=user1@')).body;
    expect(users).toEqual([(await acts.get(1)).body]);
  });

  // @spec D.146
  it('finds a user by UUID in upper or lower case', async () => {
    expect((await acts.ada.get(`/users/${uuidOf(1).toUpperCase()}`)).body.uuid).toBe(uuidOf(1));
  });

  // @spec D.149
  it('answers every call about a deleted user like an unknown user', async () => {
    const acts404 = [
      ...READS.map((path) => (number: number) => acts.get(number, path)),
      (number: number) => acts.put(number, { maxMerchants: 1 }),
      (number: number) => acts.put(number, {}),
      (number: number) => acts.block(number),
      (number: number) => acts.unblock(number),
    ];
    const accessOf = (number: number) => acts.platform.get(`/users/${uuidOf(number)}/access`);
    for (const act of acts404) {
      const [deleted, unknown] = [await act(9), await act(999)];
      expect(deleted.status).toBe(404);
      expect(unknown.status).toBe(404);
      expect({ ...deleted.body, requestId: '' }).toEqual({
        status: 'not_found',
        message: 'User not found',
        requestId: '',
      });
      expect({ ...unknown.body, requestId: '' }).toEqual({ ...deleted.body, requestId: '' });
    }
    const [deleted, unknown] = [await accessOf(9), await accessOf(999)];
    expect(deleted).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('Deny the sign-in') },
    });
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...deleted.body, requestId: '' });
    expect(await acts.entriesOf(9)).toEqual([]);
  });

  it.each([
    '0',
    '-1',
    '1',
    '100000000000000000000',
    "'",
    '%00',
    '..%2f',
    '[]',
    'x'.repeat(1_000),
    `${uuidOf(1)}0`,
  ])('rejects an id that is not a UUID: %s', async (id) => {
    for (const path of READS) {
      const { status } = await acts.ada.get(`/users/${id}${path}`);
      expect([400, 404]).toContain(status);
    }
    expect([400, 404]).toContain((await acts.ada.post(`/users/${id}/block`, { reason: 'Fraud' })).status);
  });
});

describe('merchants of a user', () => {
  // @spec 7.32
  it('lists merchants that are not deleted, newest first', async () => {
    const { body } = await acts.get(1, '/merchants');
    expect(body.map(({ uuid }: { uuid: string }) => uuid)).toEqual([uuidOf(3), uuidOf(2), uuidOf(1)]);
    expect(body[0]).toEqual({
      uuid: uuidOf(3),
      name: 'Shop 3',
      website: null,
      createdAt: '2026-01-05T00:00:00.000Z',
      deletedAt: null,
    });
    expect((await acts.get(3, '/merchants')).body).toEqual([]);
  });

  it('lists at most 100 merchants', async () => {
    const merchants = Array.from({ length: 101 }, (_, index) =>
      testMerchant(1_000 + index, { userUuid: uuidOf(3) }),
    );
    await acts.platform.feed({ merchants: merchants.slice(0, 60) });
    await acts.platform.feed({ merchants: merchants.slice(60) });
    expect((await acts.get(3, '/merchants')).body).toHaveLength(100);
    expect((await acts.get(3)).body.merchantCount).toBe(101);
  });
});

describe('activity of a user', () => {
  it('has an action whose entry had to wait for the audit log, and so have the counts', async () => {
    await acts.platform.feed({ users: [testUser(6)] });
    const counted = async () => (await acts.ada.get('/analytics/overview')).body;
    const before = await counted();
    await acts.whileLocked('SELECT FROM audit_head', () => acts.block(6, 'Fraud'));
    const { body } = await acts.get(6, '/audit-logs');
    expect(body.logs).toMatchObject([{ action: 'user.block' }]);
    await acts.whileLocked('SELECT FROM audit_head', () => acts.unblock(6));
    const { recentActivity } = await counted();
    expect(recentActivity.last24Hours - before.recentActivity.last24Hours).toBe(2);
  });

  // @spec 7.22
  it('pages through audit entries about the user, newest first, with the total', async () => {
    await acts.block(2, 'Fraud');
    await acts.unblock(2);
    await acts.put(2, { maxMerchants: 7 });
    await acts.put(1, { maxMerchants: 7 });
    const { status, body } = await acts.get(2, '/audit-logs');
    expect([status, body.totalCount]).toEqual([200, 3]);
    expect(body.logs.map(({ action }: { action: string }) => action)).toEqual([
      'user.settings_update',
      'user.unblock',
      'user.block',
    ]);
    for (const entry of body.logs) expect(() => auditEntry.strict().parse(entry)).not.toThrow();
    expect(body.logs[0]).toMatchObject({
      actionCategory: 'user_management',
      createdAt: new Date(acts.test.clock.now).toISOString(),
      actor: { type: 'admin', email: 'ada@example.com' },
      resource: { type: 'user', id: uuidOf(2), identifier: 'user2@example.com' },
      ipAddress: '192.0.2.1',
      userAgent: 'lightMyRequest',
      errorMessage: null,
      metadata: null,
      changes: { maxMerchants: { before: -1, after: 7 } },
    });

    const second = await acts.get(2, '/audit-logs?limit=1&offset=1');
    expect(second.body).toMatchObject({ totalCount: 3, logs: [{ action: 'user.unblock' }] });
    expect((await acts.get(2, '/audit-logs?offset=3')).body).toEqual({ logs: [], totalCount: 3 });
  });

  it('returns an empty list for a user without audit entries', async () => {
    expect((await acts.get(3, '/audit-logs')).body).toEqual({ logs: [], totalCount: 0 });
  });

  it.each(['limit=0', 'limit=101', 'offset=-1', 'limit=1&limit=2', 'offset=1e3'])(
    'rejects the query %s',
    async (query) => {
      expect((await acts.get(2, `/audit-logs?${query}`)).status).toBe(400);
    },
  );
});
