// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { type Answers, type ApiCall, startScriptedApi } from '../../../test/scripted-api.ts';
import { createApiClient } from './api-client.ts';
import type { FailureNotice } from './failure-notice.ts';
import type { CodeVerdict, VerifyIdentity } from './step-up.ts';

const RIGHT_CODE = '123456';

const needsCode = {
  status: 403,
  body: { status: '2fa_verification_required', message: 'A code is needed', attemptsRemaining: 3 },
};
const wrongCode = { status: 403, body: { status: 'invalid_code', message: 'Wrong' } };

/** Requires the code with every call, like a server without a grace period. */
function guarded({ headers }: ApiCall) {
  const code = headers['x-2fa-code'];
  if (code === undefined) {
    return needsCode;
  }
  return code === RIGHT_CODE ? { body: 'done' } : wrongCode;
}

/** An administrator who enters these codes, then cancels. */
function entering(...codes: string[]) {
  const verdicts: CodeVerdict[] = [];
  let open = 0;
  const questions = { count: 0, openAtOnce: 0, verdicts };
  const verifyIdentity: VerifyIdentity = async (tryCode) => {
    open += 1;
    questions.count += 1;
    questions.openAtOnce = Math.max(questions.openAtOnce, open);
    // Gives the screen's other calls time to be rejected too.
    await new Promise((resolve) => setTimeout(resolve, 50));
    let settled = false;
    for (
      let code = codes.shift();
      code !== undefined && !settled;
      code = settled ? undefined : codes.shift()
    ) {
      const verdict = await tryCode(code);
      verdicts.push(verdict);
      settled = verdict.settled;
    }
    open -= 1;
    return settled ? 'settled' : 'cancelled';
  };
  return { questions, verifyIdentity };
}

async function clientOf(answers: Answers, verifyIdentity: VerifyIdentity) {
  const server = await startScriptedApi({
    'GET /auth/csrf-cookie': { headers: { 'x-csrf-token': 'token' } },
    ...answers,
  });
  const notices: FailureNotice[] = [];
  const api = createApiClient({
    fetch: (path, init) => fetch(`${server.origin}${path}`, init),
    notify: (notice) => notices.push(notice),
    verifyIdentity,
    onUnauthenticated: () => undefined,
  });
  return { ...server, api, notices };
}

describe('StepUp', () => {
  // @spec 8.5
  it.each(['status', 'error'])(
    'repeats a call with a code if the %s field of the response asks for one',
    async (key) => {
      const { questions, verifyIdentity } = entering(RIGHT_CODE);
      const { api, calls, notices } = await clientOf(
        {
          'POST /users/1/block': (call) =>
            call.headers['x-2fa-code'] === RIGHT_CODE
              ? { body: 'done' }
              : { status: 403, body: { [key]: '2fa_verification_required' } },
        },
        verifyIdentity,
      );
      expect(await api.post('/users/:id/block', { params: { id: '1' }, body: { reason: 'Fraud' } })).toBe(
        'done',
      );
      expect(calls.at(-1)).toMatchObject({
        body: { reason: 'Fraud' },
        headers: { 'x-2fa-code': RIGHT_CODE },
      });
      expect(questions.count).toBe(1);
      expect(notices).toEqual([]);
    },
  );

  // @spec 8.7
  it('shows the attempts left after a wrong code', async () => {
    const { questions, verifyIdentity } = entering('000000', '111111', RIGHT_CODE);
    const { api, notices } = await clientOf({ 'POST /auth/logout': guarded }, verifyIdentity);
    expect(await api.post('/auth/logout')).toBe('done');
    expect(notices).toEqual([
      { title: 'Invalid verification code', description: '2 attempts remaining' },
      { title: 'Invalid verification code', description: '1 attempt remaining' },
    ]);
    expect(questions.verdicts).toEqual([
      { settled: false, attemptsRemaining: 2 },
      { settled: false, attemptsRemaining: 1 },
      { settled: true },
    ]);
  });

  it('uses the attempt count of the server if it is lower', async () => {
    const { verifyIdentity } = entering('000000');
    const { api, notices } = await clientOf(
      {
        'POST /auth/logout': ({ headers }) =>
          headers['x-2fa-code']
            ? { status: 403, body: { status: 'invalid_code', attemptsRemaining: 1 } }
            : needsCode,
      },
      verifyIdentity,
    );
    await expect(api.post('/auth/logout')).rejects.toThrow();
    expect(notices).toEqual([{ title: 'Invalid verification code', description: '1 attempt remaining' }]);
  });

  // @spec 8.6, 9.17
  it('fails after the third wrong code', async () => {
    const { questions, verifyIdentity } = entering('000000', '111111', '222222', RIGHT_CODE);
    const { api, notices, asked } = await clientOf({ 'POST /auth/logout': guarded }, verifyIdentity);
    await expect(api.post('/auth/logout')).rejects.toMatchObject({ httpStatus: 403, status: 'invalid_code' });
    expect(asked().filter((call) => call === 'POST /auth/logout')).toHaveLength(4);
    expect(questions.verdicts.at(-1)).toEqual({ settled: true });
    expect(notices.at(-1)).toEqual({
      title: 'Maximum verification attempts exceeded',
      description: 'Please try again later',
    });
    expect(notices).toHaveLength(3);
  });

  it('treats another request for a code as a wrong code', async () => {
    const { questions, verifyIdentity } = entering('000000', RIGHT_CODE);
    const { api, notices } = await clientOf(
      {
        'POST /auth/logout': ({ headers }) =>
          headers['x-2fa-code'] === RIGHT_CODE ? { body: 'done' } : needsCode,
      },
      verifyIdentity,
    );
    expect(await api.post('/auth/logout')).toBe('done');
    expect(questions.count).toBe(1);
    expect(notices).toEqual([{ title: 'Invalid verification code', description: '2 attempts remaining' }]);
  });

  // @spec 8.9
  it('rejects the call without a message when the administrator cancels', async () => {
    const { verifyIdentity } = entering();
    const { api, notices } = await clientOf({ 'POST /auth/logout': guarded }, verifyIdentity);
    await expect(api.post('/auth/logout')).rejects.toMatchObject({ status: '2fa_verification_required' });
    expect(notices).toEqual([]);
  });

  it('reports a server error of a call with a code like any other', async () => {
    const { verifyIdentity } = entering(RIGHT_CODE);
    const { api, notices } = await clientOf(
      { 'POST /auth/logout': ({ headers }) => (headers['x-2fa-code'] ? { status: 500 } : needsCode) },
      verifyIdentity,
    );
    await expect(api.post('/auth/logout')).rejects.toMatchObject({ httpStatus: 500 });
    expect(notices).toMatchObject([{ title: 'Server Error' }]);
  });

  it('reports a network error of a call with a code like any other', async () => {
    const { verifyIdentity } = entering(RIGHT_CODE);
    const { api, notices } = await clientOf(
      { 'POST /auth/logout': ({ headers }) => (headers['x-2fa-code'] ? { cut: 'before' } : needsCode) },
      verifyIdentity,
    );
    await expect(api.post('/auth/logout')).rejects.toMatchObject({ httpStatus: 0 });
    expect(notices).toMatchObject([{ title: 'Network Error' }]);
  });
});

describe('StepUp for a call with its own code', () => {
  // @spec D.75
  it.each(['X-2FA-Code', 'x-2fa-code'])('opens no dialog if the call has an %s header', async (name) => {
    const { questions, verifyIdentity } = entering(RIGHT_CODE);
    const { api } = await clientOf({ 'GET /wallets/1/backup': needsCode }, verifyIdentity);
    const backup = api.get('/wallets/:id/backup', {
      params: { id: '1' },
      headers: { [name]: '999999' },
      ownMessageFor: [403],
    });
    await expect(backup).rejects.toMatchObject({ httpStatus: 403 });
    expect(questions.count).toBe(0);
  });
});

describe('StepUp for two simultaneous calls', () => {
  it('asks once, and the second call succeeds in the grace period', async () => {
    const { questions, verifyIdentity } = entering(RIGHT_CODE);
    let verified = false;
    const withGrace = ({ headers }: ApiCall) => {
      verified ||= headers['x-2fa-code'] === RIGHT_CODE;
      return verified ? { body: 'done' } : needsCode;
    };
    const { api, calls } = await clientOf(
      { 'POST /auth/logout': withGrace, 'POST /auth/2fa/setup': withGrace },
      verifyIdentity,
    );
    expect(await Promise.all([api.post('/auth/logout'), api.post('/auth/2fa/setup')])).toEqual([
      'done',
      'done',
    ]);
    expect(questions.count).toBe(1);
    expect(calls.filter(({ headers }) => headers['x-2fa-code'])).toHaveLength(1);
  });

  it('asks once if the server needs the code with each call', async () => {
    const { questions, verifyIdentity } = entering(RIGHT_CODE);
    const { api } = await clientOf(
      { 'POST /auth/logout': guarded, 'POST /auth/2fa/setup': guarded },
      verifyIdentity,
    );
    expect(await Promise.all([api.post('/auth/logout'), api.post('/auth/2fa/setup')])).toEqual([
      'done',
      'done',
    ]);
    expect(questions.count).toBe(1);
  });

  it('asks for each call in turn if a code works only once', async () => {
    const { questions, verifyIdentity } = entering('111111', '222222');
    const used = new Set<string>();
    const once = ({ headers }: ApiCall) => {
      const code = headers['x-2fa-code'];
      if (typeof code !== 'string') {
        return needsCode;
      }
      const fresh = !used.has(code);
      used.add(code);
      return fresh ? { body: 'done' } : wrongCode;
    };
    const { api } = await clientOf(
      { 'POST /auth/logout': once, 'POST /auth/2fa/setup': once },
      verifyIdentity,
    );
    expect(await Promise.all([api.post('/auth/logout'), api.post('/auth/2fa/setup')])).toEqual([
      'done',
      'done',
    ]);
    expect(questions).toMatchObject({ count: 2, openAtOnce: 1 });
  });

  it('rejects both calls when the administrator cancels', async () => {
    const { questions, verifyIdentity } = entering();
    const { api, notices } = await clientOf(
      { 'POST /auth/logout': guarded, 'POST /auth/2fa/setup': guarded },
      verifyIdentity,
    );
    const results = await Promise.allSettled([api.post('/auth/logout'), api.post('/auth/2fa/setup')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(questions.count).toBe(1);
    expect(notices).toEqual([]);
  });
});
