import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type EnrolledAccount,
  startEnrolledAccount,
  UNAVAILABLE,
} from '../../../../test/enrolled-account.ts';
import { TEST_PASSWORD } from '../../../../test/test-application.ts';
import type { TestBrowser } from '../../../../test/test-browser.ts';

const NEW_PASSWORD = 'Other-Horse-8-Battery';
const WRONG = 'Wrong-Password-000';
const LOCKED_MAIL = 'Failed 2FA attempts on your Halyard account';
const INVITATION_MAIL = "You've been invited to Halyard";
const CHANGED_MAIL = 'Your Halyard password was changed';

const ASKED_FOR_A_CODE = {
  status: 403,
  body: {
    status: '2fa_verification_required',
    error: '2fa_verification_required',
    message: 'This action requires two-factor authentication',
    attemptsRemaining: 3,
  },
};
const LOCKED = {
  status: 429,
  body: { status: 'rate_limited', message: 'Too many wrong codes' },
  audit: [{ action: 'two_factor.step_up', status: 'failure', metadata: { reason: 'locked' } }],
};

let account: EnrolledAccount;
beforeAll(async () => {
  account = await startEnrolledAccount();
});
afterAll(async () => await account.test.close());
beforeEach(async () => await account.putBack());

const change = (
  browser: TestBrowser,
  code?: string | string[],
  { currentPassword = TEST_PASSWORD, newPassword = NEW_PASSWORD } = {},
) =>
  browser.post(
    '/auth/password/change',
    { currentPassword, newPassword },
    { headers: { ...(code !== undefined && { 'x-2fa-code': code }) } },
  );
const invite = (browser: TestBrowser, name: string, code: string) =>
  browser.post('/invitations', { email: `${name}@example.com` }, { headers: { 'x-2fa-code': code } });
const disable = (browser: TestBrowser, code: string) => browser.post('/auth/2fa/disable', { code });
const regenerate = (browser: TestBrowser, code: string) => browser.post('/auth/2fa/backup-codes', { code });

/** Full session whose last valid code is too old for a step-up. */
async function staleSession(on = account.test.app): Promise<TestBrowser> {
  const browser = await account.openSession(on);
  await account.ageSecondFactors(901);
  return browser;
}

const REFUSALS = {
  wrong: 'Invalid verification code',
  replayed: 'This code was used before. Wait for the next code.',
  mistimed: "Invalid verification code. Check that your phone's clock is right, or wait for the next code.",
};

function refusedCode(status: 400 | 403, attemptsRemaining: number, reason: keyof typeof REFUSALS = 'wrong') {
  return {
    status,
    body: { status: 'invalid_code', message: REFUSALS[reason], attemptsRemaining },
    audit: [
      {
        action: 'two_factor.step_up',
        action_category: 'authentication',
        status: 'failure',
        actor_email: account.owner.email,
        error_message: 'Invalid verification code',
        metadata: { reason },
      },
    ],
    mails: attemptsRemaining === 0 ? [LOCKED_MAIL] : [],
  };
}

async function lockCodes(browser: TestBrowser): Promise<void> {
  for (let wrong = 0; wrong < 3; wrong++) await change(browser, account.wrong());
}

describe('recent second factor', () => {
  // @spec D.65
  it('allows sensitive actions for 15 minutes after a valid code', async () => {
    const browser = await account.openSession();
    await account.ageSecondFactors(15 * 60 - 5);
    expect((await change(browser)).status).toBe(204);
  });

  // @spec 6.7, D.65, D.82
  it('requires a code after 15 minutes and does not count requests without one', async () => {
    const browser = await account.openSession();
    await account.ageSecondFactors(15 * 60 + 1);
    for (let ask = 0; ask < 5; ask++) await account.refuses(() => change(browser), ASKED_FOR_A_CODE);
    expect((await change(browser, account.code())).status).toBe(204);
  });

  it('does not let a recent code in one session count for another session', async () => {
    const stale = await staleSession();
    const fresh = await account.openSession();
    await account.refuses(() => change(stale), ASKED_FOR_A_CODE);
    expect((await change(fresh)).status).toBe(204);
  });

  it('treats a valid code in the header as recent for later requests', async () => {
    const browser = await staleSession();
    expect((await change(browser, account.code())).status).toBe(204);
    const back = { currentPassword: NEW_PASSWORD, newPassword: TEST_PASSWORD };
    expect((await change(browser, undefined, back)).status).toBe(204);
  });

  it.each([
    ['an empty header', ''],
    ['a blank header', '  '],
  ])('requires a code when the request has %s', async (_name, header) => {
    const browser = await staleSession();
    await account.refuses(() => change(browser, header), ASKED_FOR_A_CODE);
  });

  it('requires a code when the header is sent twice, even with the correct code in both', async () => {
    const browser = await staleSession();
    const code = account.code();
    await account.refuses(() => change(browser, [code, code]), ASKED_FOR_A_CODE);
    await account.refuses(() => change(browser, [account.wrong(), code]), ASKED_FOR_A_CODE);
    expect((await change(browser, code)).status).toBe(204);
  });

  it('rejects a wrong code even in a session with a recent one', async () => {
    const browser = await account.openSession();
    await account.refuses(() => change(browser, account.wrong()), refusedCode(403, 2));
  });

  // @spec 1.11, D.64
  it('requires a correct code in the body of disable and backup-codes despite a recent one', async () => {
    const browser = await account.openSession();
    await account.refuses(() => disable(browser, account.wrong()), refusedCode(400, 2));
    await account.refuses(() => regenerate(browser, account.wrong()), refusedCode(400, 1));
  });
});

describe('wrong step-up codes', () => {
  // @spec 8.6, 9.17, D.28, D.83, D.92
  it.each([
    ['header', 403, change],
    ['body of disable', 400, disable],
    ['body of backup-codes', 400, regenerate],
  ] as const)(
    'locks codes and sends one mail after three wrong codes in the %s',
    async (_place, status, act) => {
      const browser = await staleSession();
      for (const left of [2, 1, 0]) {
        await account.refuses(() => act(browser, account.wrong()), refusedCode(status, left));
      }
      const answer = await account.refuses(() => act(browser, account.wrong()), LOCKED);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(15 * 60 - 30);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    },
  );

  // @spec D.25
  it('shares one attempt budget across all endpoints', async () => {
    const browser = await staleSession();
    await account.refuses(() => change(browser, account.wrong()), refusedCode(403, 2));
    await account.refuses(() => disable(browser, account.wrong()), refusedCode(400, 1));
    await account.refuses(() => regenerate(browser, account.wrong()), refusedCode(400, 0));
    await account.refuses(() => change(browser, account.code()), LOCKED);
  });

  // @spec D.25
  it('rejects correct codes while locked, in every session, endpoint and process', async () => {
    const browser = await staleSession();
    await lockCodes(browser);
    const restarted = await account.test.createReplica();
    const other = await staleSession();
    const elsewhere = await staleSession(restarted);
    const [backupCode = ''] = account.owner.backupCodes;
    for (const code of [account.code(), backupCode]) {
      await account.refuses(() => change(browser, code), LOCKED);
      await account.refuses(() => change(other, code), LOCKED);
      await account.refuses(() => disable(elsewhere, code), LOCKED);
      await account.refuses(() => regenerate(elsewhere, code), LOCKED);
    }
  });

  // @spec D.25
  it('ends the lock after 15 minutes, even if codes were tried during it', async () => {
    const browser = await staleSession();
    await lockCodes(browser);
    await account.ageWrongCodes(15 * 60 - 5);
    await account.refuses(() => change(browser, account.wrong()), LOCKED);
    await account.refuses(() => change(browser, account.code()), LOCKED);
    await account.ageWrongCodes(6);
    expect((await change(browser, account.code())).status).toBe(204);
  });

  it('resets the step-up attempts after a valid code', async () => {
    const browser = await staleSession();
    await account.refuses(() => change(browser, account.wrong()), refusedCode(403, 2));
    await account.refuses(() => change(browser, account.wrong()), refusedCode(403, 1));
    expect((await change(browser, account.code())).status).toBe(204);
    await account.refuses(() => change(browser, account.wrong()), refusedCode(403, 2));
  });

  it('counts wrong codes at sign-in and in a step-up together towards ten per hour', async () => {
    for (let session = 0; session < 2; session++) {
      const pending = account.test.newBrowser();
      await pending.signIn(account.owner.email, TEST_PASSWORD);
      for (let wrong = 0; wrong < 4; wrong++)
        await pending.post('/auth/2fa/verify', { code: account.wrong() });
    }
    const browser = await staleSession();
    await account.refuses(() => change(browser, account.wrong()), refusedCode(403, 2));
    await account.refuses(() => disable(browser, account.wrong()), refusedCode(400, 0));
    await account.refuses(() => change(browser, account.code()), LOCKED);
    const pending = account.test.newBrowser();
    await pending.signIn(account.owner.email, TEST_PASSWORD);
    const locked = await pending.post('/auth/2fa/verify', { code: account.code() });
    expect(locked).toMatchObject({ status: 400, body: { status: 'invalid_code' } });
  });

  it('checks only three of many wrong codes sent concurrently to two replicas', async () => {
    const replica = await account.test.createReplica();
    const browsers = [await staleSession(), await staleSession(replica)];
    const before = await account.state();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => browsers.map((browser) => disable(browser, account.wrong()))).flat(),
    );
    const lefts = answers.filter(({ status }) => status === 400).map(({ body }) => body.attemptsRemaining);
    expect(lefts.toSorted()).toEqual([0, 1, 2]);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(57);
    expect(await account.state()).toBe(before);
  });

  it.each(['000000', '12345', '1234567', '12 34 56', '1e5', '-12345', 'OOOOOOOOOO', 'x'.repeat(8_000)])(
    'rejects %.12s as a wrong code',
    async (code) => {
      const browser = await staleSession();
      await account.refuses(() => change(browser, code), refusedCode(403, 2));
    },
  );

  it.each([-20, -3, -2, 2, 3, 20])(
    'rejects a code that is %i time steps off, with a hint at the clock',
    async (steps) => {
      const browser = await staleSession();
      await account.refuses(() => change(browser, account.code(steps)), refusedCode(403, 2, 'mistimed'));
    },
  );

  it('answers a made-up backup code alike for correct and wrong passwords', async () => {
    const browser = await staleSession();
    const madeUp = 'ABCDEFGH12';
    await account.refuses(() => change(browser, madeUp), refusedCode(403, 2));
    await account.refuses(() => change(browser, madeUp, { currentPassword: WRONG }), refusedCode(403, 1));
  });
});

describe('password and code lockouts', () => {
  // @spec D.27
  it('does not lock codes after wrong passwords', async () => {
    const browser = await staleSession();
    for (let place = 1; place <= 5; place++) {
      const stranger = account.test.newBrowser({ address: `198.51.100.${place}` });
      for (let wrong = 0; wrong < 5; wrong++) await stranger.signIn(account.owner.email, WRONG);
    }
    expect((await change(browser, account.code())).status).toBe(204);
  });

  it('checks passwords as usual while codes are locked', async () => {
    await lockCodes(await staleSession());
    const right = await account.test.newBrowser().signIn(account.owner.email, TEST_PASSWORD);
    expect([right.status, right.body]).toEqual([200, { requires2FA: true }]);
    const wrong = await account.test.newBrowser().signIn(account.owner.email, WRONG);
    expect([wrong.status, wrong.body.message]).toEqual([401, 'Invalid email or password']);
  });
});

describe('use of a valid step-up code', () => {
  // @spec D.74
  it('uses up the code only if the action succeeds', async () => {
    const browser = await staleSession();
    const code = account.code();
    const wrongPassword = { currentPassword: WRONG };
    expect((await change(browser, code, wrongPassword)).body.status).toBe('invalid_password');
    const weakPassword = { newPassword: 'weak' };
    expect((await change(browser, code, weakPassword)).body.status).toBe('validation_error');
    expect((await change(browser, code, { newPassword: TEST_PASSWORD })).body.status).toBe(
      'validation_error',
    );
    expect((await change(browser, code)).status).toBe(204);
    await account.refuses(() => change(browser, code), refusedCode(403, 2, 'replayed'));
  });

  // @spec D.74
  it('keeps the code usable and changes nothing if the audit entry cannot be written', async () => {
    const browser = await staleSession();
    const code = account.code();
    await account.withoutAudit('password.change', async () => {
      await account.refuses(() => change(browser, code), UNAVAILABLE);
      await account.refuses(() => change(browser, account.owner.backupCodes[0]), UNAVAILABLE);
    });
    expect((await change(browser, code)).status).toBe(204);
  });

  it('does not treat the code of a failed action as recent', async () => {
    const browser = await staleSession();
    await change(browser, account.code(), { newPassword: 'weak' });
    await account.refuses(() => change(browser), ASKED_FOR_A_CODE);
  });

  // @spec D.73
  it('neither checks nor counts a code if the CSRF token or the input is invalid', async () => {
    const browser = await staleSession();
    const code = account.code();
    const { csrfToken } = browser;
    for (const shown of [code, account.wrong(), account.wrong(), account.wrong()]) {
      browser.csrfToken = 'A'.repeat(43);
      expect((await change(browser, shown)).body.status).toBe('invalid_csrf_token');
      browser.csrfToken = csrfToken;
      expect((await change(browser, shown, { newPassword: '' })).body.status).toBe('validation_error');
    }
    expect((await change(browser, code)).status).toBe(204);
  });

  // @spec D.23
  it('accepts a code only once across all endpoints', async () => {
    const code = account.code();
    const pending = account.test.newBrowser();
    await pending.signIn(account.owner.email, TEST_PASSWORD);
    expect((await pending.post('/auth/2fa/verify', { code })).status).toBe(204);
    const browser = await staleSession();
    await account.refuses(() => change(browser, code), refusedCode(403, 2, 'replayed'));
    await account.refuses(() => disable(browser, code), refusedCode(400, 1, 'replayed'));
    await account.refuses(() => regenerate(browser, account.code(-1)), refusedCode(400, 0, 'replayed'));
  });

  it.each([
    ['an authenticator code', () => account.code(), [INVITATION_MAIL]],
    [
      'a backup code',
      () => account.owner.backupCodes[0] ?? '',
      ['A backup code was used on your Halyard account', INVITATION_MAIL],
    ],
  ])(
    'allows one action for %s sent fifty times concurrently',
    async (_name, codeOf, mails) => {
      const replica = await account.test.createReplica();
      const browser = await staleSession();
      const twin = account.test.newBrowser({ on: replica });
      const code = codeOf();
      const race = async (browsers: readonly TestBrowser[]) => {
        const racers = Array.from({ length: 25 }, (_, index) => browsers[index % browsers.length] ?? browser);
        const answers = await Promise.all(racers.map((racer, index) => invite(racer, `user${index}`, code)));
        return racers.filter((_, index) => answers[index]?.status === 204);
      };
      // The hash queue holds 36 requests, so send them in waves of 25.
      Object.assign(twin, { cookie: browser.cookie, csrfToken: browser.csrfToken });
      const winners = await race([browser, twin]);
      await account.execute('UPDATE administrators SET codes_locked_until = NULL, step_up_failures = 0');
      const late = await race(winners);
      expect([winners.length, late.length]).toEqual([1, 0]);
      const subjects = (await account.test.deliverMail()).map(({ subject }) => subject);
      expect(subjects.filter((subject) => subject !== LOCKED_MAIL).toSorted()).toEqual(mails);
    },
    60_000,
  );

  it('accepts a backup code in any spelling and mails how many are left', async () => {
    const browser = await staleSession();
    const [code = '', second = ''] = account.owner.backupCodes;
    const spelt = `${code.slice(0, 5).toLowerCase()}-${code.slice(5)}`;
    expect((await change(browser, spelt, { currentPassword: WRONG })).body.status).toBe('invalid_password');
    await account.test.deliverMail();
    expect((await change(browser, spelt)).status).toBe(204);
    const mails = await account.test.deliverMail();
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'A backup code was used on your Halyard account',
      CHANGED_MAIL,
    ]);
    expect(mails.map(({ text }) => text).join()).toContain('You have 9 left');
    for (const { to, text, html } of mails) {
      expect(to).toBe(account.owner.email);
      expect(`${text}${html}`).not.toContain(code);
    }
    await account.refuses(() => change(browser, code), refusedCode(403, 2));
    const back = { currentPassword: NEW_PASSWORD, newPassword: TEST_PASSWORD };
    expect((await change(browser, second, back)).status).toBe(204);
  });
});

it('writes no code, secret or password to the log', () => {
  const logged = account.test.logged();
  expect(logged).toContain('/auth/password/change');
  const { secret, backupCodes } = account.owner;
  for (const planted of [secret, ...backupCodes, TEST_PASSWORD, NEW_PASSWORD]) {
    expect(logged).not.toContain(planted);
  }
  // Longer numbers, such as times, may contain the same digits.
  expect(logged).not.toMatch(new RegExp(`(?<![\\d.])${account.code()}(?!\\d)`));
});
