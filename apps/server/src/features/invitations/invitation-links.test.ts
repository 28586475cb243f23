import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InvitationDesk, openInvitationDesk } from '../../../test/invitation-desk.ts';
import { testUser, uuidOf } from '../../../test/test-platform.ts';

const UNKNOWN = '00000000-0000-4000-8000-0000000000ff';
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

let desk: InvitationDesk;
beforeAll(async () => {
  desk = await openInvitationDesk();
});
afterAll(async () => await desk.account.test.close());
beforeEach(async () => await desk.clear());

const letTimePass = (seconds: number, { account }: Pick<InvitationDesk, 'account'> = desk) =>
  account.execute(`UPDATE invitations SET
    resent_at = resent_at - interval '${seconds} seconds', resends_since = resends_since - interval '${seconds} seconds'`);

describe('invitation actions', () => {
  // @spec D.67
  it.each([
    ['inviting', () => desk.invite('nova@example.com')],
    ['resending', () => desk.resend(UNKNOWN)],
    ['revoking', () => desk.revoke(UNKNOWN)],
  ])('requires a recent code: %s', async (_name, act) => {
    await desk.account.ageSecondFactors(901);
    const { body } = await act();
    expect(body).toMatchObject({ status: '2fa_verification_required', attemptsRemaining: 3 });
    await desk.account.ageSecondFactors(0);
    expect(await desk.rows()).toEqual([]);
  });

  it.each(['0', '-1', '1', 'x'.repeat(1_000), "'", '../x', uuidOf(1).replace('-', '')])(
    'answers the id %s with 400 or 404',
    async (id) => {
      for (const answer of [
        await desk.resend(encodeURIComponent(id)),
        await desk.revoke(encodeURIComponent(id)),
      ]) {
        expect([400, 404]).toContain(answer.status);
      }
    },
  );
});

describe('revoking an invitation', () => {
  // @spec 3.3, 4.13, 7.36, D.125, D.140
  it('invalidates the link and keeps the row', async () => {
    const { id } = await desk.invited();
    const token = await desk.mailedToken();
    await desk.account.newEntries();
    const answer = await desk.revoke(id);
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect((await desk.list()).invitations).toMatchObject([{ id, status: 'revoked' }]);
    expect(await desk.rows()).toMatchObject([{ token_hash: null }]);
    expect((await desk.redeem(token)).body.status).toBe('invalid_token');
    expect(await desk.account.newEntries()).toMatchObject([
      {
        action: 'invitation.revoke',
        action_category: 'invitation_management',
        resource_id: id,
        resource_identifier: 'nova@example.com',
        changes: { status: { before: 'pending', after: 'revoked' } },
      },
    ]);
    expect(await desk.account.test.deliverMail()).toEqual([]);
  });

  it('revokes an expired invitation only once', async () => {
    const { id } = await desk.invited();
    await desk.expire();
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.revoke(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409, 409]);
    expect((await desk.revoke(id)).body.status).toBe('invitation_not_pending');
  });

  it('reports an unknown invitation', async () => {
    expect((await desk.revoke(UNKNOWN)).body).toMatchObject({ status: 'not_found' });
    expect((await desk.resend(UNKNOWN)).body).toMatchObject({ status: 'not_found' });
    expect(await desk.account.newEntries()).toEqual([]);
  });
});

describe('resending an invitation', () => {
  // @spec 7.37, D.123
  it('mails a new link with its full lifetime and invalidates the old link', async () => {
    const { id } = await desk.invited();
    const oldToken = await desk.mailedToken();
    await desk.account.execute(`UPDATE invitations SET expires_at = now() + interval '1 hour'`);
    const { expiresAt: before } = await desk.only();
    await desk.account.newEntries();
    const answer = await desk.resend(id);
    expect([answer.status, answer.body]).toEqual([204, '']);
    const token = await desk.mailedToken();
    expect(token).not.toBe(oldToken);
    const { expiresAt: after } = await desk.only();
    expect(Date.parse(after)).toBeGreaterThan(Date.now() + WEEK_MS - 60_000);
    expect(await desk.account.newEntries()).toMatchObject([
      { action: 'invitation.resend', resource_id: id, changes: { expiresAt: { before, after } } },
    ]);
    expect((await desk.redeem(oldToken)).body.status).toBe('invalid_token');
    expect((await desk.redeem(token)).status).toBe(200);
  });

  // @spec D.124
  it('requires 60 s between two resends', async () => {
    const { id } = await desk.invited();
    expect((await desk.resend(id)).status).toBe(204);
    await letTimePass(50);
    await desk.account.test.deliverMail();
    await desk.account.newEntries();
    const refused = await desk.resend(id);
    expect(refused.body).toMatchObject({ status: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(10);
    expect(await desk.account.newEntries()).toEqual([]);
    expect(await desk.account.test.deliverMail()).toEqual([]);
    await letTimePass(10);
    expect((await desk.resend(id)).status).toBe(204);
  });

  it('allows three resends in the hour after the first', async () => {
    const strict = await openInvitationDesk({ rateLimitFactor: 1 });
    const { id } = await strict.invited();
    for (let done = 1; done <= 3; done++) {
      expect((await strict.resend(id)).status).toBe(204);
      await letTimePass(600, strict);
    }
    const refused = await strict.account.refuses(() => strict.resend(id), {
      status: 429,
      body: {
        status: 'rate_limited',
        message: 'You can resend an invitation once a minute, up to 3 times an hour',
      },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1_700);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(1_800);
    const { id: anotherId } = await strict.invited('another@example.com');
    expect((await strict.resend(anotherId)).status).toBe(204);
    await letTimePass(1_800, strict);
    expect((await strict.resend(id)).status).toBe(204);
    await letTimePass(60, strict);
    expect((await strict.resend(id)).status).toBe(204);
    await strict.account.test.close();
  });

  // @spec D.56
  it('scales the hourly limit by the limit factor but keeps the pause between resends', async () => {
    const twice = await openInvitationDesk({ rateLimitFactor: 2 });
    const { id } = await twice.invited();
    for (let done = 1; done <= 6; done++) {
      expect((await twice.resend(id)).status).toBe(204);
      const tooSoon = await twice.resend(id);
      expect(tooSoon.body.status).toBe('rate_limited');
      if (done < 6) expect(Number(tooSoon.headers['retry-after'])).toBeLessThanOrEqual(60);
      await letTimePass(60, twice);
    }
    const refused = await twice.resend(id);
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'You can resend an invitation once a minute, up to 6 times an hour',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    await twice.account.test.close();
  });

  it('accepts one of five concurrent resends', async () => {
    const { id } = await desk.invited();
    await desk.account.test.deliverMail();
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.resend(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 429, 429, 429, 429]);
    expect(await desk.mailedTokens()).toHaveLength(1);
  });

  it('renews an expired invitation', async () => {
    const { id } = await desk.invited();
    await desk.expire();
    const old = await desk.mailedToken();
    expect((await desk.redeem(old)).body.status).toBe('invalid_token');
    expect((await desk.resend(id)).status).toBe(204);
    const token = await desk.mailedToken();
    expect((await desk.redeem(token)).status).toBe(200);
  });

  // @spec 4.14, D.88
  it('rejects resending a closed invitation', async () => {
    const { id } = await desk.invited();
    await desk.revoke(id);
    await desk.account.refuses(() => desk.resend(id), {
      status: 409,
      body: { status: 'invitation_not_pending', message: 'This invitation was already revoked' },
    });
  });
});

describe('redeeming an invitation', () => {
  // @spec 3.3, 4.12, D.128
  it('creates the user and accepts the invitation in one transaction', async () => {
    const { id } = await desk.invited('Nova@example.com');
    const token = await desk.mailedToken();
    await desk.account.newEntries();
    const answer = await desk.redeem(token);
    expect([answer.status, answer.body]).toEqual([200, { userUuid: uuidOf(77), email: 'Nova@example.com' }]);
    expect((await desk.list()).invitations).toMatchObject([{ id, status: 'accepted' }]);
    const { body } = await desk.browser.get('/users');
    expect(body.users).toMatchObject([
      { uuid: uuidOf(77), name: 'Nova', email: 'Nova@example.com', createdAt: '2026-02-03T04:05:06.789Z' },
    ]);
    expect(await desk.account.newEntries()).toMatchObject([
      {
        action: 'invitation.accept',
        action_category: 'invitation_management',
        actor_type: 'api_key',
        actor_id: desk.platform.key.id,
        resource_type: 'invitation',
        resource_id: id,
        request_id: answer.headers['x-request-id'],
        metadata: { userUuid: uuidOf(77) },
        changes: { status: { before: 'pending', after: 'accepted' } },
      },
    ]);
    expect((await desk.revoke(id)).body).toMatchObject({
      status: 'invitation_not_pending',
      message: 'This invitation was already accepted',
    });
    expect((await desk.resend(id)).body.status).toBe('invitation_not_pending');
    expect((await desk.invite('nova@example.com')).body.status).toBe('user_exists');
  });

  it('gives the same answer to an unknown, replaced, expired, revoked or used link', async () => {
    const { id: replacedId } = await desk.invited('replaced@example.com');
    const replaced = await desk.mailedToken();
    await desk.resend(replacedId);
    await desk.mailedTokens();
    const { id: revokedId } = await desk.invited('revoked@example.com');
    const revoked = await desk.mailedToken();
    await desk.revoke(revokedId);
    await desk.invited('used@example.com');
    const used = await desk.mailedToken();
    await desk.redeem(used, { uuid: uuidOf(1) });
    await desk.invited('expired@example.com');
    const expired = await desk.mailedToken();
    await desk.account.execute(
      `UPDATE invitations SET expires_at = now() - interval '1 second' WHERE email = 'expired@example.com'`,
    );
    await desk.account.newEntries();
    for (const token of ['x', 'A'.repeat(43), '\u{1f98a}', replaced, revoked, used, expired]) {
      const { status, body, headers } = await desk.redeem(token, { uuid: uuidOf(2) });
      expect([status, body]).toEqual([
        400,
        {
          status: 'invalid_token',
          message: 'The invitation link is invalid, expired or used. Ask an administrator for a new one.',
          requestId: headers['x-request-id'],
        },
      ]);
    }
    expect(await desk.account.newEntries()).toEqual([]);
  });

  it.each([
    ['uuid', testUser(77)],
    ['e-mail', testUser(1, { email: 'NOVA@example.com' })],
    ['uuid, of somebody deleted', testUser(77, { deletedAt: '2026-02-01T00:00:00.000Z' })],
  ])('rejects a user whom the feed already sent (same %s) and keeps the link', async (_name, user) => {
    await desk.invited('nova@example.com');
    const token = await desk.mailedToken();
    await desk.platform.feed({ users: [user] });
    await desk.account.newEntries();
    const { status, body } = await desk.redeem(token);
    expect([status, body.status]).toEqual([409, 'user_exists']);
    expect((await desk.list()).invitations).toMatchObject([{ status: 'pending' }]);
    expect(await desk.account.newEntries()).toEqual([]);
    await desk.account.execute('DELETE FROM users');
    expect((await desk.redeem(token)).status).toBe(200);
  });

  it.each([
    { uuid: 'x' },
    { name: 'n'.repeat(201) },
    { createdAt: '2026-02-30T00:00:00Z' },
    { createdAt: '1969-12-31T23:59:59Z' },
    { email: 'other@example.com' },
  ])('rejects the user %j and keeps the link', async (user) => {
    await desk.invited();
    const token = await desk.mailedToken();
    expect((await desk.redeem(token, user)).status).toBe(400);
    expect((await desk.redeem(token)).status).toBe(200);
  });

  it('requires a service key', async () => {
    expect((await desk.browser.post('/api/platform/v1/invitations/redeem', {})).status).toBe(401);
  });

  it('creates one user from twenty concurrent calls', async () => {
    await desk.invited();
    const token = await desk.mailedToken();
    await desk.account.newEntries();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => desk.redeem(token, { uuid: uuidOf(index) })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(400)]);
    expect((await desk.account.newEntries()).map(({ action }) => action)).toEqual(['invitation.accept']);
    expect((await desk.browser.get('/users')).body.totalCount).toBe(1);
  });

  it('either redeems or revokes an invitation if both are requested at once', async () => {
    for (let round = 0; round < 8; round++) {
      await desk.clear();
      const { id } = await desk.invited();
      const token = await desk.mailedToken();
      await desk.account.newEntries();
      const revoking = round % 2 === 0 ? desk.revoke(id) : undefined;
      const [redeemed, revoked] = await Promise.all([desk.redeem(token), revoking ?? desk.revoke(id)]);
      const { status } = await desk.only();
      const users = (await desk.browser.get('/users')).body.totalCount;
      const actions = (await desk.account.newEntries()).map(({ action }) => action);
      if (status === 'accepted') {
        expect([redeemed.status, revoked.status, users, actions]).toEqual([
          200,
          409,
          1,
          ['invitation.accept'],
        ]);
      } else {
        expect([redeemed.status, revoked.status, users, actions]).toEqual([
          400,
          204,
          0,
          ['invitation.revoke'],
        ]);
      }
      expect(await desk.rows()).toMatchObject([{ token_hash: null }]);
    }
  });

  it('leaves at most one valid link after a redemption, a resend and an invitation at once', async () => {
    for (let round = 0; round < 6; round++) {
      await desk.clear();
      const { id } = await desk.invited();
      const token = await desk.mailedToken();
      const [redeemed, resent, again] = await Promise.all([
        desk.redeem(token),
        desk.resend(id),
        desk.invite('nova@example.com'),
      ]);
      expect(again.status).toBe(409);
      const { status } = await desk.only();
      if (redeemed.status === 200) {
        expect(status).toBe('accepted');
        expect(resent.status).toBe(409);
      } else {
        expect([redeemed.body.status, status, resent.status]).toEqual(['invalid_token', 'pending', 204]);
        const newToken = await desk.mailedToken();
        expect((await desk.redeem(newToken)).status).toBe(200);
      }
    }
  });

  it('creates one user if the feed sends the same user during the redemption', async () => {
    for (let round = 0; round < 5; round++) {
      await desk.clear();
      await desk.invited();
      const token = await desk.mailedToken();
      const [redeemed, fed] = await Promise.all([
        desk.redeem(token),
        desk.platform.post('/users', { users: [testUser(77), testUser(78)] }),
      ]);
      expect(fed.status).toBe(200);
      expect([200, 409]).toContain(redeemed.status);
      expect((await desk.list()).invitations).toMatchObject([
        { status: redeemed.status === 200 ? 'accepted' : 'pending' },
      ]);
      expect((await desk.browser.get('/users')).body.totalCount).toBe(2);
    }
  });
});
