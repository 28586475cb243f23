import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCredential, testMerchant, testOrder, testUser, uuidOf } from '../../../test/test-platform.ts';
import { startUserActs, type UserActs } from '../../../test/user-acts.ts';

let acts: UserActs;

beforeAll(async () => {
  acts = await startUserActs();
  await acts.platform.feed({
    users: [
      ...Array.from({ length: 30 }, (_, index) => testUser(index + 1)),
      testUser(40, { deletedAt: '2026-02-01T00:00:00.000Z' }),
      testUser(41, { initial: { blocked: { at: '2026-02-01T00:00:00.000Z', reason: 'From before' } } }),
    ],
    merchants: [
      testMerchant(1, { userUuid: uuidOf(1) }),
      testMerchant(2, { userUuid: uuidOf(1) }),
      testMerchant(3, { userUuid: uuidOf(1), deletedAt: '2026-02-01T00:00:00.000Z' }),
    ],
    orders: [
      testOrder(1),
      testOrder(2, { merchantUuid: uuidOf(2) }),
      testOrder(3, { status: 'expired' }),
      testOrder(4, { status: 'paid', paidAt: '2026-01-03T00:10:00.000Z' }),
    ],
    credentials: [
      testCredential(1),
      testCredential(2),
      testCredential(3, { endedAt: '2026-01-04T00:00:00.000Z' }),
      testCredential(4, { kind: 'api_key' }),
      testCredential(5, { userUuid: uuidOf(2) }),
    ],
  });
});
afterAll(async () => await acts.test.close());

async function openCredentials() {
  const { rows } = await acts.test.database.query<{ id: string }>({
    text: 'SELECT id FROM user_credentials WHERE ended_at IS NULL ORDER BY id',
  });
  return rows.map(({ id }) => id);
}

describe('blocking a user', () => {
  it('previews the sessions, API keys and orders that the block affects', async () => {
    const preview = await acts.get(1, '/block-preview');
    expect(preview).toMatchObject({
      status: 200,
      body: { sessions: 2, apiKeys: 1, merchants: 2, openOrders: 2 },
    });
    expect((await acts.get(3, '/block-preview')).body).toEqual({
      sessions: 0,
      apiKeys: 0,
      merchants: 0,
      openOrders: 0,
    });
  });

  // @spec 4.17, 7.30, D.129
  it('ends sessions and API keys and reports the block with its reason at once', async () => {
    const answer = await acts.block(1, '  Stolen cards  ');
    expect([answer.status, answer.body]).toEqual([204, '']);
    const { body: user } = await acts.get(1);
    expect(user).toMatchObject({ blockedReason: 'Stolen cards', blockedAt: expect.stringMatching(/Z$/) });
    expect(Math.abs(Date.parse(user.blockedAt) - Date.now())).toBeLessThan(60_000);
    expect(await openCredentials()).toEqual([uuidOf(5)]);
    expect((await acts.get(1, '/block-preview')).body).toMatchObject({
      sessions: 0,
      apiKeys: 0,
      openOrders: 2,
    });

    expect(await acts.entriesOf(1)).toMatchObject([
      {
        action: 'user.block',
        action_category: 'user_management',
        description: 'User blocked',
        status: 'success',
        actor_type: 'admin',
        actor_email: 'ada@example.com',
        resource_identifier: 'user1@example.com',
        request_id: answer.headers['x-request-id'],
        metadata: {
          reason: 'Stolen cards',
          endedSessions: 2,
          endedApiKeys: 1,
          merchants: 2,
          openOrders: 2,
        },
        changes: {
          blockedAt: { before: null, after: user.blockedAt },
          blockedReason: { before: null, after: 'Stolen cards' },
        },
      },
    ]);
    const access = await acts.platform.get(`/users/${uuidOf(1)}/access`);
    expect(access.body).toMatchObject({ blocked: true, credentialsEndedAt: user.blockedAt });
  });

  // @spec D.88, D.130
  it('answers 409 to a second block and changes nothing', async () => {
    await acts.block(4, 'First');
    const { body: before } = await acts.get(4);
    for (const by of [acts.ada, acts.ben]) {
      const { status, body } = await acts.block(4, 'Second', by);
      expect([status, body.status]).toEqual([409, 'already_blocked']);
    }
    expect((await acts.get(4)).body).toEqual(before);
    expect(await acts.entriesOf(4)).toHaveLength(1);
    expect((await acts.block(41)).body.status).toBe('already_blocked');
  });

  // @spec 4.15, 5.29
  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['blanks', '  \t\n  '],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['marks of direction', '\u202e\u2066'],
    ['no-break spaces', '\u00a0\u3000'],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['1,001 characters', 'x'.repeat(1_001)],
    ['1,001 emoji', '💸'.repeat(1_001)],
    ['null', null],
    ['a number', 5],
    ['a list', ['Chargebacks']],
  ])('rejects %s', async (_name, reason) => {
    const { status, body } = await acts.ada.post(`/users/${uuidOf(5)}/block`, {
      ...(reason !== undefined && { reason }),
    });
    expect([status, body.status, body.errors[0].field]).toEqual([400, 'validation_error', 'reason']);
    expect((await acts.get(5)).body).toMatchObject({ blockedAt: null, blockedReason: null });
    expect(await acts.entriesOf(5)).toEqual([]);
  });

  // @spec D.104
  it('rejects fields other than the reason', async () => {
    for (const extra of [{ blockedAt: '2020-01-01T00:00:00Z' }, { userUuid: uuidOf(6) }]) {
      const answer = await acts.ada.post(`/users/${uuidOf(5)}/block`, { reason: 'Fraud', ...extra });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ code: 'unrecognized_keys' }] } });
    }
  });

  it.each([
    '<script>alert(1)</script>',
    "'; DROP TABLE users; --",
    '{{7*7}} %s 💸 \u202e',
    'x'.repeat(1_000),
    '💸'.repeat(1_000),
  ])('stores the reason unchanged: %s', async (reason) => {
    expect((await acts.block(6, reason)).status).toBe(204);
    expect((await acts.get(6)).body.blockedReason).toBe(reason);
    expect((await acts.get(6, '/audit-logs?limit=1')).body.logs[0].metadata.reason).toBe(reason);
    await acts.unblock(6);
  });
});

describe('unblocking a user', () => {
  // @spec 4.16, 7.31
  it('does not restore sessions or API keys and audits the previous block', async () => {
    await acts.platform.feed({
      credentials: [
        testCredential(10, { userUuid: uuidOf(7) }),
        testCredential(11, { userUuid: uuidOf(7), kind: 'api_key' }),
      ],
    });
    await acts.block(7);
    const { blockedAt } = (await acts.get(7)).body;
    const open = await openCredentials();
    const answer = await acts.unblock(7, acts.ben);
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect((await acts.get(7)).body).toMatchObject({ blockedAt: null, blockedReason: null });
    expect(await openCredentials()).toEqual(open);
    const access = await acts.platform.get(`/users/${uuidOf(7)}/access`);
    expect(access.body).toMatchObject({ blocked: false, credentialsEndedAt: blockedAt });
    expect((await acts.entriesOf(7))[1]).toMatchObject({
      action: 'user.unblock',
      actor_email: 'ben@example.com',
      status: 'success',
      metadata: null,
      changes: {
        blockedAt: { before: blockedAt, after: null },
        blockedReason: { before: 'Chargebacks', after: null },
      },
    });
  });

  // @spec D.88
  it('answers 409 if the user is not blocked', async () => {
    const { status, body } = await acts.unblock(8);
    expect([status, body.status]).toEqual([409, 'not_blocked']);
    expect(await acts.entriesOf(8)).toEqual([]);
  });

  it('keeps a newer block than the one that the caller saw', async () => {
    await acts.block(9, 'First');
    const seen = String((await acts.get(9)).headers['etag']);
    await acts.unblock(9);
    await acts.block(9, 'Second', acts.ben);
    const unblock = async (ifMatch: string) =>
      await acts.ada.send('POST', `/users/${uuidOf(9)}/unblock`, { headers: { 'if-match': ifMatch } });
    const { status, body } = await unblock(seen);
    expect([status, body.status, body.message]).toEqual([
      409,
      'changed_meanwhile',
      'This user has been blocked again in the meantime. Check the new block first.',
    ]);
    const current = await acts.get(9);
    expect(current.body).toMatchObject({ blockedReason: 'Second' });
    expect((await unblock(`W/${current.headers['etag']}`)).status).toBe(204);
  });

  it('rejects a request body', async () => {
    const { status } = await acts.ada.post(`/users/${uuidOf(4)}/unblock`, { reason: 'Sorry' });
    expect(status).toBe(400);
  });

  it('audits the block of a user who was imported as blocked', async () => {
    expect((await acts.unblock(41)).status).toBe(204);
    expect(await acts.entriesOf(41)).toMatchObject([
      {
        changes: {
          blockedAt: { before: '2026-02-01T00:00:00.000Z' },
          blockedReason: { before: 'From before' },
        },
      },
    ]);
  });
});

describe('concurrent changes of a user', () => {
  it('answers 409 to one of two administrators who block the same user', async () => {
    const answers = await acts.whileLocked(`SELECT FROM users WHERE id = '${uuidOf(10)}'`, async () => {
      const both = [acts.block(10, 'By Ada', acts.ada), acts.block(10, 'By Ben', acts.ben)] as const;
      await acts.untilWaiting(2);
      return both;
    });
    const statuses = (await Promise.all(answers)).map(({ status, body }) => body.status ?? status);
    expect(statuses.map(String).sort()).toEqual(['204', 'already_blocked']);
    const entries = await acts.entriesOf(10);
    expect(entries).toHaveLength(1);
    const winner = statuses[0] === 'already_blocked' ? 'ben' : 'ada';
    expect(entries[0]).toMatchObject({ actor_email: `${winner}@example.com` });
    expect((await acts.get(10)).body.blockedReason).toBe(`By ${winner === 'ada' ? 'Ada' : 'Ben'}`);
  });

  it('applies only one of twenty concurrent blocks', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        acts.block(11, `Try ${index}`, index % 2 ? acts.ada : acts.ben),
      ),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.status === 'already_blocked')).toHaveLength(19);
    expect(await acts.entriesOf(11)).toHaveLength(1);
  });

  it('audits concurrent blocks and unblocks as a consistent chain of states', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const by = index % 4 < 2 ? acts.ada : acts.ben;
        return index % 2 ? acts.unblock(12, by) : acts.block(12, `Block ${index}`, by);
      }),
    );
    const documented = [undefined, 'already_blocked', 'not_blocked'];
    expect(answers.filter(({ body }) => !documented.includes(body.status))).toEqual([]);
    const entries = await acts.entriesOf(12);
    expect(entries).toHaveLength(answers.filter(({ status }) => status === 204).length);
    let last: { at: unknown; reason: unknown } = { at: null, reason: null };
    for (const { action, changes } of entries) {
      expect(changes?.['blockedAt']?.before).toBe(last.at);
      expect(changes?.['blockedReason']?.before).toBe(last.reason);
      last = { at: changes?.['blockedAt']?.after, reason: changes?.['blockedReason']?.after };
      expect(last.at === null).toBe(action === 'user.unblock');
    }
    expect((await acts.get(12)).body).toMatchObject({ blockedAt: last.at, blockedReason: last.reason });
  });

  it('applies both a settings change and a block', async () => {
    await Promise.all([acts.block(13), acts.put(13, { maxMerchants: 5 }, acts.ben)]);
    expect((await acts.get(13)).body.blockedReason).toBe('Chargebacks');
    expect((await acts.get(13, '/settings')).body.maxMerchants).toBe(5);
    expect(await acts.entriesOf(13)).toHaveLength(2);
  });

  it('lets one administrator change a user while their change of another one waits', async () => {
    const [waiting, other] = await acts.whileLocked(
      `SELECT FROM users WHERE id = '${uuidOf(28)}'`,
      async () => {
        const blocking = acts.block(28);
        await acts.untilWaiting(1);
        return [blocking, await acts.block(29)] as const;
      },
    );
    expect(other.status).toBe(204);
    expect((await waiting).status).toBe(204);
  });

  it('answers 503 and changes nothing if the user row stays locked', async () => {
    const { status, body } = await acts.whileLocked(
      `SELECT FROM users WHERE id = '${uuidOf(14)}'`,
      async () => await acts.block(14),
    );
    expect([status, body.status]).toEqual([503, 'unavailable']);
    expect(await acts.entriesOf(14)).toEqual([]);
    expect((await acts.block(14)).status).toBe(204);
  });
});

describe('user actions without a recent second factor', () => {
  // @spec D.66
  it.each([
    ['block', () => acts.block(15)],
    ['unblock', () => acts.unblock(16)],
    ['settings', () => acts.put(15, { serviceFeeRate: 0.5 })],
  ])('requires a code for %s and changes nothing', async (_act, send) => {
    await acts.block(16, undefined, acts.ben);
    const { database } = acts.test;
    const age = async (seconds: number) => {
      await database.query({
        text: `UPDATE sessions SET second_factor_at = clock_timestamp() - make_interval(secs => $1)`,
        values: [seconds],
      });
      await acts.test.sealRows();
    };
    await age(901);
    const entries = [await acts.entriesOf(15), await acts.entriesOf(16)];
    const { status, body } = await send();
    expect([status, body.status]).toEqual([403, '2fa_verification_required']);
    expect([await acts.entriesOf(15), await acts.entriesOf(16)]).toEqual(entries);
    await age(0);
    expect((await send()).status).toBe(204);
  });
});
