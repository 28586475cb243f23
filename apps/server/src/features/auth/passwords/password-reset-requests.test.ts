import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EnrolledAccount, startEnrolledAccount } from '../../../../test/enrolled-account.ts';
import { startTestApplication } from '../../../../test/test-application.ts';
import type { TestAnswer, TestBrowser } from '../../../../test/test-browser.ts';

const LINK = /https:\/\/admin\.example\.com\/reset-password\?token=([\w-]{43})/;
const REQUESTED = {
  message: 'If this email has an account, a reset link is on its way.',
};

let account: EnrolledAccount;
let browser: TestBrowser;
beforeAll(async () => {
  account = await startEnrolledAccount();
});
afterAll(async () => await account.test.close());
beforeEach(async () => {
  await account.putBack();
  browser = account.test.newBrowser();
  await browser.get('/auth/csrf-cookie');
});

const initiate = (email: unknown, headers: Record<string, string> = {}) =>
  browser.post('/auth/password/reset/initiate', { email }, { headers });

describe('POST /auth/password/reset/initiate', () => {
  // @spec 7.15
  it('mails a reset link to the address of the account', async () => {
    const answer = await initiate(' ADA@Example.com ');
    expect([answer.status, answer.body]).toEqual([202, REQUESTED]);
    const [mail, ...others] = await account.test.deliverMail();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: 'ada@example.com', subject: 'Reset your Halyard password' });
    expect(mail?.text).toMatch(LINK);
    expect(await account.newEntries()).toMatchObject([
      {
        action: 'password.reset_request',
        status: 'success',
        actor_type: 'anonymous',
        resource_id: account.owner.id,
        request_id: answer.headers['x-request-id'],
        ip_address: '192.0.2.1',
      },
    ]);
  });

  it('counts links across spellings of an address and mails the stored spelling', async () => {
    const stored = 'müller@bücher.example';
    await account.test.createAdministrator(stored);
    const spellings = [
      stored,
      'MÜLLER@Bücher.example ',
      'müller@xn--bcher-kva.example',
      'müller@ＢÜCHER.example',
    ];
    for (const email of spellings) await initiate(email);
    expect((await account.test.deliverMail()).map(({ to }) => to)).toEqual([stored, stored, stored]);
    expect((await account.newEntries()).map(({ metadata }) => metadata)).toEqual([
      null,
      null,
      null,
      { reason: 'too_many' },
    ]);
  });

  // @spec D.44
  it('answers alike for every e-mail and records the real reason in the audit log', async () => {
    await account.test.createAdministrator('new@example.com');
    await account.test.createAdministrator('gone@example.com');
    await account.execute(`UPDATE administrators SET disabled_at = now() WHERE email = 'gone@example.com'`);
    const cases = [
      ['ada@example.com', 1, 'success', null],
      ['new@example.com', 1, 'success', null],
      ['nobody@example.com', 0, 'failure', { reason: 'unknown_email' }],
      ['gone@example.com', 0, 'failure', { reason: 'disabled' }],
    ] as const;
    const answers: string[] = [];
    for (const [email, mails, status, metadata] of cases) {
      const { status: code, body, headers } = await initiate(email);
      const { 'x-request-id': _id, date: _date, ...rest } = headers;
      answers.push(JSON.stringify([code, body, rest]));
      expect(await account.newEntries()).toEqual([]);
      expect(await account.test.deliverMail()).toHaveLength(mails);
      expect(await account.newEntries()).toMatchObject([
        { action: 'password.reset_request', actor_email: email, status, metadata },
      ]);
    }
    expect(new Set(answers).size).toBe(1);
  });

  it.each([
    ['two addresses', 'ada@example.com,eve@evil.example'],
    ['two addresses with a semicolon', 'ada@example.com;eve@evil.example'],
    ['two addresses with a space', 'ada@example.com eve@evil.example'],
    ['a list', ['ada@example.com', 'eve@evil.example']],
    ['an object', { email: 'ada@example.com' }],
    ['an encoded line break', 'ada@example.com%0d%0aBcc:eve@evil.example'],
    ['a line break', 'ada@example.com\r\nBcc: eve@evil.example'],
    ['a name', '"Ada" <ada@example.com>'],
    ['a comment', 'ada@example.com(eve@evil.example)'],
    ['a route', '<@evil.example:ada@example.com>'],
    ['no domain', 'ada'],
    ['300 characters', `${'a'.repeat(290)}@example.com`],
  ])('rejects %s as the e-mail', async (_name, email) => {
    const answer = await account.refuses(() => initiate(email), {
      status: 400,
      body: {
        status: 'validation_error',
        message: 'Some fields are not valid',
        errors: expect.arrayContaining([expect.objectContaining({ field: 'email' })]),
      },
    });
    expect(JSON.stringify(answer.body)).not.toContain('evil');
  });

  it('mails only the stored address if the e-mail field is sent twice', async () => {
    const payload = '{"email": "ada@example.com", "email": "eve@evil.example"}';
    const headers = { 'content-type': 'application/json' };
    const answer = await browser.send('POST', '/auth/password/reset/initiate', { payload, headers });
    expect([202, 400]).toContain(answer.status);
    for (const { to } of await account.test.deliverMail()) expect(to).toBe('ada@example.com');
  });

  // @spec O.17
  it.each([
    'аda@example.com',
    'ada@exаmple.com',
    'ada@example.com.',
    'ada+x@example.com',
    'ada@EXAMPLE.com.evil.example',
  ])('mails nothing to the lookalike address %s', async (email) => {
    await initiate(email);
    expect(await account.test.deliverMail()).toEqual([]);
  });

  it.each<Record<string, string>>([
    { host: 'evil.example' },
    { host: 'admin.example.com:80@evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http', 'x-forwarded-server': 'evil.example' },
    { forwarded: 'host=evil.example;proto=http' },
    { 'x-host': 'evil.example', 'x-original-url': 'https://evil.example/', referer: 'https://evil.example/' },
  ])('ignores the headers %j when building the link', async (headers) => {
    await initiate('ada@example.com', headers);
    for (const { text, html } of await account.test.deliverMail()) {
      expect(`${text}${html}`).toMatch(LINK);
      expect(`${text}${html}`).not.toContain('evil');
    }
  });

  it('rejects a request from another origin', async () => {
    await account.refuses(() => initiate('ada@example.com', { origin: 'https://evil.example' }), {
      status: 403,
      body: { status: 'forbidden', message: 'This request came from another site' },
    });
  });

  // @spec D.53
  it('mails at most three links per hour and account with the same answer', async () => {
    for (const [minutes, mails] of [
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 0],
      [59, 0],
      [2, 1],
    ] as const) {
      await account.execute(
        `UPDATE administrators SET reset_links_sent =
          ARRAY(SELECT sent - make_interval(mins => ${minutes}) FROM unnest(reset_links_sent) AS sent)`,
      );
      const answer = await initiate('ada@example.com');
      expect([answer.status, answer.body]).toEqual([202, REQUESTED]);
      expect(await account.test.deliverMail()).toHaveLength(mails);
      const reason = { metadata: { reason: 'too_many' } };
      expect(await account.newEntries()).toMatchObject([mails === 0 ? reason : { metadata: null }]);
    }
  });

  it('mails only three links for twenty concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => initiate('ada@example.com')));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
    const mails = await account.test.deliverMail();
    expect(mails).toHaveLength(3);
    const tokens = mails.map(({ text }) => LINK.exec(text)?.[1] ?? '');
    const answered = await Promise.all(
      tokens.map((token) => browser.post('/auth/password/reset/validate', { token })),
    );
    expect(answered.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

// @spec D.56
it('mails more reset links if the rate limit factor is higher', async () => {
  const twice = await startTestApplication({ rateLimitFactor: 2 });
  await twice.createAdministrator('ada@example.com');
  const asking = twice.newBrowser();
  await asking.get('/auth/csrf-cookie');
  for (let time = 0; time < 8; time++) {
    await asking.post('/auth/password/reset/initiate', { email: 'ada@example.com' });
  }
  expect(await twice.deliverMail()).toHaveLength(6);
  await twice.close();
});

describe('password reset rate limits', () => {
  // @spec D.53
  it.each([
    ['initiate', 5, { email: 'ada@example.com' }, 202],
    ['initiate', 5, { email: 'nobody@example.com' }, 202],
    ['validate', 20, { token: 'A'.repeat(43) }, 400],
    ['complete', 20, { token: 'A'.repeat(43), newPassword: 'Other-Horse-8-Battery' }, 400],
  ])(
    'limits %s to %i requests per hour and address across two replicas',
    async (path, calls, body, status) => {
      const limited = await startTestApplication({ rateLimitFactor: 1 });
      await limited.createAdministrator('ada@example.com');
      const browsers = [limited.newBrowser(), limited.newBrowser({ on: await limited.createReplica() })];
      for (const each of browsers) await each.get('/auth/csrf-cookie');
      const elsewhere = limited.newBrowser({ address: '198.51.100.1' });
      await elsewhere.get('/auth/csrf-cookie');
      const send = (by: TestBrowser) =>
        by.post(`/auth/password/reset/${path}`, body, { headers: { 'x-forwarded-for': '203.0.113.5' } });
      const answers: TestAnswer[] = [];
      for (let call = 0; call < calls + 2; call++) answers.push(await send(browsers[call % 2] ?? elsewhere));
      expect(answers.map((answer) => answer.status)).toEqual([...Array(calls).fill(status), 429, 429]);
      const refused = answers.at(-1);
      expect(refused?.body).toEqual({
        status: 'rate_limited',
        message: 'Too many requests. Please slow down.',
        requestId: refused?.headers['x-request-id'],
      });
      const retryAfter = Number(refused?.headers['retry-after']);
      expect(retryAfter).toBeGreaterThan(3_500);
      expect(retryAfter).toBeLessThanOrEqual(3_600);
      expect((await send(elsewhere)).status).toBe(status);
      await limited.close();
    },
  );
});
