import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enrolAdministrator } from '../../../test/authenticator.ts';
import { startEnrolledAccount } from '../../../test/enrolled-account.ts';
import { type InvitationDesk, openInvitationDesk } from '../../../test/invitation-desk.ts';
import { keptTotalDifferences } from '../../../test/kept-totals.ts';
import { testUser, uuidOf } from '../../../test/test-platform.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

let desk: InvitationDesk;
beforeAll(async () => {
  desk = await openInvitationDesk();
});
afterAll(async () => await desk.account.test.close());
beforeEach(async () => await desk.clear());

describe('inviting a user', () => {
  // @spec 3.2, 7.35, D.122, O.23
  it('mails a link to the address and shows the invitation', async () => {
    const answer = await desk.invite('  Nova@example.com ');
    expect([answer.status, answer.body]).toEqual([204, '']);
    const shown = await desk.only();
    expect((await desk.list()).totalCount).toBe(1);
    expect(shown).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'Nova@example.com',
      status: 'pending',
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      expiresAt: new Date(Date.parse(shown.createdAt) + WEEK_MS).toISOString(),
      mail: { state: 'sending', reason: null },
    });
    const [mail, ...more] = await desk.account.test.deliverMail();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: 'Nova@example.com', subject: "You've been invited to Halyard" });
    expect(mail?.text).toContain(desk.account.owner.email);
    expect(mail?.text).toMatch(/https:\/\/admin\.example\.com\/invite\?token=[\w-]{43}\n/);
  });

  it('audits the invitation once with the administrator and the result', async () => {
    const { headers } = await desk.invite('nova@example.com');
    const { id, expiresAt } = await desk.only();
    expect(await desk.account.newEntries()).toEqual([
      expect.objectContaining({
        action: 'invitation.create',
        action_category: 'invitation_management',
        status: 'success',
        actor_type: 'admin',
        actor_id: desk.account.owner.id,
        actor_email: desk.account.owner.email,
        resource_type: 'invitation',
        resource_id: id,
        resource_identifier: 'nova@example.com',
        request_id: headers['x-request-id'],
        changes: {
          email: { before: null, after: 'nova@example.com' },
          status: { before: null, after: 'pending' },
          expiresAt: { before: null, after: expiresAt },
        },
      }),
    ]);
  });

  it('stores only the hash of the token and sends the token only to the recipient', async () => {
    await desk.invited();
    const token = await desk.mailedToken();
    expect(token).toMatch(/^[\w-]{43}$/);
    const told = JSON.stringify([
      await desk.rows(),
      await desk.account.newEntries(),
      await desk.list(),
      desk.account.test.logged(),
    ]);
    expect(told).not.toContain(token);
  });

  // @spec 8.38, D.87, D.126
  it.each([
    ['the same', 'nova@example.com'],
    ['another case', 'NOVA@Example.COM'],
    ['spaces around it', ' nova@example.com\t'],
    ['full-width letters', 'ｎｏｖａ@example.com'],
  ])('rejects the same address again: %s', async (_name, again) => {
    await desk.invited('nova@example.com');
    await desk.account.refuses(() => desk.invite(again), {
      status: 409,
      body: { status: 'invitation_exists', message: 'Pending invitation already exists for this email' },
      mails: [],
    });
    expect(await desk.rows()).toHaveLength(1);
  });

  it('treats all spellings of an address as one and shows the typed spelling', async () => {
    const typed = 'MÜLLER@Bücher.example';
    await desk.invited(`${typed} `);
    const again = await desk.invite('müller@xn--bcher-kva.example');
    expect([again.status, again.body.status]).toEqual([409, 'invitation_exists']);
    await desk.expire();
    expect((await desk.invite('müller@xn--bcher-kva.example')).status).toBe(204);
    expect((await desk.only()).email).toBe(typed);
    await desk.redeem((await desk.mailedTokens()).at(-1) ?? '');
    expect((await desk.invite('mu\u0308ller@bücher.example')).body.status).toBe('user_exists');
  });

  it('treats an address with a tag as a different address', async () => {
    await desk.invited('nova@example.com');
    expect((await desk.invite('nova+shop@example.com')).status).toBe(204);
  });

  // @spec 8.37, D.87
  it.each(['user1@example.com', 'USER1@EXAMPLE.COM'])(
    'rejects %s, which belongs to a user',
    async (email) => {
      await desk.platform.feed({ users: [testUser(1)] });
      await desk.account.refuses(() => desk.invite(email), {
        status: 409,
        body: { status: 'user_exists', message: 'User already exists with this email' },
      });
    },
  );

  it('rejects another spelling of the address that the feed last sent for a user', async () => {
    await desk.platform.feed({ users: [testUser(1, { email: 'old@example.com' })] });
    await desk.platform.feed({ users: [testUser(1, { email: 'MÜLLER@Bücher.example ' })] });
    expect((await desk.invite('müller@xn--bcher-kva.example')).body.status).toBe('user_exists');
    expect((await desk.invite('old@example.com')).status).toBe(204);
  });

  it('rejects an invited person who became a user and accepts a deleted user', async () => {
    await desk.invited('user1@example.com');
    await desk.platform.feed({ users: [testUser(1)] });
    expect((await desk.list()).invitations).toMatchObject([{ status: 'pending' }]);
    expect((await desk.invite('user1@example.com')).body.status).toBe('user_exists');
    await desk.platform.feed({
      users: [testUser(2, { email: 'gone@example.com', deletedAt: '2026-02-01T00:00:00.000Z' })],
    });
    expect((await desk.invite('gone@example.com')).status).toBe(204);
  });

  // @spec D.127
  it('renews an expired invitation in place', async () => {
    const { id } = await desk.invited('Nova@example.com');
    const oldToken = await desk.mailedToken();
    await desk.expire();
    const { expiresAt: before } = await desk.only();
    await desk.account.newEntries();
    expect((await desk.invite('nova@EXAMPLE.com')).status).toBe(204);
    const renewed = await desk.only();
    expect(renewed).toMatchObject({ id, email: 'Nova@example.com', status: 'pending' });
    expect(Date.parse(renewed.expiresAt)).toBeGreaterThan(Date.now() + WEEK_MS - 60_000);
    const token = await desk.mailedToken();
    expect((await desk.redeem(oldToken)).body.status).toBe('invalid_token');
    expect((await desk.redeem(token)).status).toBe(200);
    expect(await desk.account.newEntries()).toMatchObject([
      {
        action: 'invitation.create',
        changes: { expiresAt: { before, after: renewed.expiresAt } },
      },
      { action: 'invitation.accept' },
    ]);
  });

  it('creates a new row after a revoked invitation', async () => {
    await desk.revoke((await desk.invited()).id);
    expect((await desk.invite('nova@example.com')).status).toBe(204);
    expect((await desk.list()).invitations).toMatchObject([{ status: 'pending' }, { status: 'revoked' }]);
  });

  it.each([
    '',
    '   ',
    'nova',
    'nova@example',
    '@example.com',
    'a@example.com,b@evil.example',
    'a@example.com b@evil.example',
    'a@example.com\r\nBcc: b@evil.example',
    'Nova <nova@example.com>',
    `${'n'.repeat(243)}@example.com`,
    'no\u200bva@example.com',
    'nova\u202e@example.com',
    'no\u0007va@example.com',
    'nova＠evil@example.com',
    '<script>alert(1)</script>@example.com',
  ])('rejects %j', async (email) => {
    await desk.account.refuses(() => desk.invite(email), {
      status: 400,
      body: {
        status: 'validation_error',
        message: 'Some fields are not valid',
        errors: expect.arrayContaining([expect.objectContaining({ field: 'email' })]),
      },
    });
    expect(await desk.rows()).toEqual([]);
  });

  it.each([
    {},
    { email: null },
    { email: ['nova@example.com'] },
    { email: 'nova@example.com', status: 'accepted' },
    { email: 'nova@example.com', id: uuidOf(1) },
  ])('rejects the body %j', async (body) => {
    expect((await desk.browser.post('/invitations', body)).status).toBe(400);
    expect(await desk.rows()).toEqual([]);
  });

  it('creates one invitation, mail and audit entry from twenty concurrent requests', async () => {
    const other = await enrolAdministrator(desk.account.test, 'grace@example.com');
    // Deliver the mails of her setup first.
    await desk.account.test.deliverMail();
    await desk.account.newEntries();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        desk.invite(
          index % 3 === 0 ? 'Race@example.com' : 'race@example.com',
          index % 2 === 0 ? desk.browser : other.browser,
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(19).fill(409)]);
    for (const { status, body } of answers) if (status === 409) expect(body.status).toBe('invitation_exists');
    expect(await desk.rows()).toHaveLength(1);
    expect(await desk.account.test.deliverMail()).toHaveLength(1);
    expect((await desk.account.newEntries()).map(({ action }) => action)).toEqual(['invitation.create']);
  });

  it('renews an expired invitation only once under concurrent requests', async () => {
    await desk.invited('race@example.com');
    await desk.expire();
    await desk.account.test.deliverMail();
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.invite('race@example.com')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(9).fill(409)]);
    expect(await desk.rows()).toHaveLength(1);
    expect(await desk.mailedTokens()).toHaveLength(1);
  });

  it('allows 30 invitations per hour', async () => {
    const strict = await startEnrolledAccount({ rateLimitFactor: 1 });
    const statuses: number[] = [];
    for (let number = 1; number <= 31; number++) {
      statuses.push((await desk.invite(`n${number}@example.com`, strict.owner.browser)).status);
    }
    expect(statuses).toEqual([...Array(30).fill(204), 429]);
    const again = await strict.openSession();
    expect((await desk.invite('n32@example.com', again)).status).toBe(429);
    await strict.test.close();
  });
});

describe('the list of invitations', () => {
  it('requires a signed-in administrator', async () => {
    expect((await desk.account.test.newBrowser().get('/invitations')).status).toBe(401);
  });

  // @spec D.121
  it('does not audit reading the list', async () => {
    await desk.list();
    for (const path of ['/users', '/merchants', '/wallets/outbound', '/audit-logs']) {
      expect((await desk.browser.get(path)).status).toBe(200);
    }
    expect(await desk.account.newEntries()).toEqual([]);
  });

  // @spec 3.3, 7.33, 7.34, 9.2, 9.14, D.100
  it('orders, pages, filters and counts invitations by status', async () => {
    await desk.account.execute(`
      INSERT INTO invitations (id, email, email_key, status, token_hash, created_at, expires_at)
      SELECT ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid, number || '@example.com', number || '@example.com', status,
        CASE status WHEN 'pending' THEN sha256(number::text::bytea) END,
        timestamptz '2026-01-01' + number / 2 * interval '1 minute', timestamptz '2026-01-08'
      FROM generate_series(1, 60) AS number,
        LATERAL (SELECT (ARRAY['pending', 'accepted', 'revoked'])[1 + number % 3] AS status) AS drawn`);
    const numbers = async (query: string): Promise<number[]> => {
      const { invitations } = await desk.list(query);
      return invitations.map(({ email }: { email: string }) => Number.parseInt(email, 10));
    };
    const all = Array.from({ length: 60 }, (_, index) => 60 - index);
    expect((await desk.list()).totalCount).toBe(60);
    expect(await numbers('')).toEqual(all.slice(0, 20));
    expect(await numbers('?limit=25&offset=40')).toEqual(all.slice(40));
    expect(await numbers('?sort=oldest&limit=3&offset=1')).toEqual([2, 3, 4]);
    expect(await desk.list('?offset=60')).toEqual({ invitations: [], totalCount: 60 });
    expect(await numbers('?status=revoked&limit=4')).toEqual([59, 56, 53, 50]);
    expect(await desk.list('?status=accepted&offset=20')).toEqual({ invitations: [], totalCount: 20 });
    await desk.account.execute(
      `UPDATE invitations SET status = 'revoked', token_hash = NULL WHERE status = 'pending'`,
    );
    expect((await desk.list('?status=pending')).totalCount).toBe(0);
    expect((await desk.list('?status=revoked')).totalCount).toBe(40);
    expect(await keptTotalDifferences(desk.account.test)).toEqual([]);
  });

  // @spec D.103
  it.each([
    'status=expired',
    'status=',
    'status=pending&status=revoked',
    'sort=email',
    'limit=0',
    'offset=-1',
  ])('answers 400 to %s', async (query) => {
    expect((await desk.browser.get(`/invitations?${query}`)).body.status).toBe('validation_error');
  });
});
