// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { type Answers, startScriptedApi } from '../../../test/scripted-api.ts';
import { createApiClient, type RequestOptions } from './api-client.ts';
import { ApiError } from './api-error.ts';
import type { FailureNotice } from './failure-notice.ts';

const CSRF: Answers = { 'GET /auth/csrf-cookie': { headers: { 'x-csrf-token': 'first' } } };

async function clientOf(answers: Answers) {
  const server = await startScriptedApi({ ...CSRF, ...answers });
  const notices: FailureNotice[] = [];
  let unauthenticated = 0;
  const api = createApiClient({
    fetch: (path, init) => fetch(`${server.origin}${path}`, init),
    notify: (notice) => notices.push(notice),
    verifyIdentity: () => {
      throw new Error('Nobody should be asked for a code');
    },
    onUnauthenticated: () => {
      unauthenticated += 1;
    },
  });
  return { ...server, api, notices, unauthenticated: () => unauthenticated };
}

async function failureOf(answer: Answers[string], options?: RequestOptions) {
  const client = await clientOf({ 'GET /stats': answer });
  const error: unknown = await client.api.get('/stats', options).catch((caught: unknown) => caught);
  if (!(error instanceof ApiError)) {
    throw new Error('The call did not fail with an ApiError');
  }
  return { ...client, error };
}

describe('ApiClient with a successful response', () => {
  it('returns the parsed body', async () => {
    const { api, notices } = await clientOf({ 'GET /stats': { body: { a: 1 } } });
    expect(await api.get('/stats')).toEqual({ a: 1 });
    expect(notices).toEqual([]);
  });

  it('returns undefined for an empty body', async () => {
    const { api } = await clientOf({ 'POST /auth/logout': {} });
    expect(await api.post('/auth/logout')).toBeUndefined();
  });

  it('accepts any text except an HTML page in response to a change', async () => {
    const { api, notices } = await clientOf({
      'POST /auth/logout': { text: 'OK' },
      'POST /auth/2fa/setup': { text: '<html>' },
    });
    expect(await api.post('/auth/logout')).toBeUndefined();
    expect(notices).toEqual([]);
    await expect(api.post('/auth/2fa/setup')).rejects.toThrow();
    await expect(api.post('/auth/logout', { accepts: Array.isArray })).rejects.toThrow();
  });
});

describe('ApiClient with an optional endpoint', () => {
  it.each([404, 405, 500])('shows no message for a %i if it means a missing endpoint', async (status) => {
    const { error, notices } = await failureOf({ status, body: {} }, { missingWhen: [404, 405, 500] });
    expect(error.httpStatus).toBe(status);
    expect(notices).toEqual([]);
  });

  it('shows a message for any other failure', async () => {
    const { notices } = await failureOf({ status: 503, body: {} }, { missingWhen: [404, 405, 500] });
    expect(notices).toHaveLength(1);
  });
});

describe('ApiClient with a background call', () => {
  it.each([400, 403, 404, 429, 500])('shows no message after a %i', async (status) => {
    const body = { message: 'No', errors: [{ field: 'x', code: 'x', message: 'Odd' }] };
    expect((await failureOf({ status, body }, { unasked: true })).notices).toEqual([]);
  });

  it('shows no message without a response', async () => {
    expect((await failureOf({ cut: 'before' }, { unasked: true })).notices).toEqual([]);
  });
});

describe('ApiClient request', () => {
  it('sends the query without undefined fields', async () => {
    const { api, asked } = await clientOf({ 'GET /users': { body: [] } });
    await api.get('/users', { query: { search: 'a&b', limit: 20, includeDeleted: false, sort: undefined } });
    expect(asked()).toEqual(['GET /users?search=a%26b&limit=20&includeDeleted=false']);
  });

  // @spec 7.1
  it('sends calls with cookies to paths below /api/admin/v1', async () => {
    const sent: unknown[] = [];
    const api = createApiClient({
      fetch: async (path, init) => {
        sent.push([path, init?.credentials]);
        return Response.json({});
      },
      notify: () => undefined,
      verifyIdentity: async () => 'cancelled',
      onUnauthenticated: () => undefined,
    });
    await api.get('/stats');
    expect(sent).toEqual([['/api/admin/v1/stats', 'include']]);
  });

  it('keeps the response out of the browser cache on request', async () => {
    const modes: (RequestCache | undefined)[] = [];
    const api = createApiClient({
      fetch: async (_, init) => {
        modes.push(init?.cache);
        return Response.json({});
      },
      notify: () => undefined,
      verifyIdentity: async () => 'cancelled',
      onUnauthenticated: () => undefined,
    });
    await api.get('/stats');
    await api.get('/stats', { uncached: true });
    expect(modes).toEqual([undefined, 'no-store']);
  });

  // @spec 7.2
  it('sends the body as JSON', async () => {
    const { api, calls } = await clientOf({ 'PUT /users/%C3%A4%2F1/settings': {} });
    await api.put('/users/:id/settings', { params: { id: 'ä/1' }, body: { maxMerchants: 7 } });
    expect(calls.at(-1)).toMatchObject({
      body: { maxMerchants: 7 },
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    });
  });

  it('shows no message for an aborted call', async () => {
    const { api, notices } = await clientOf({ 'GET /stats': { body: 1 } });
    const abort = AbortSignal.abort(new Error('no longer wanted'));
    await expect(api.get('/stats', { signal: abort })).rejects.toThrow('no longer wanted');
    expect(notices).toEqual([]);
  });
});

describe('ApiClient CSRF token', () => {
  // @spec 7.3
  it('reads the token from the csrf-cookie response and sends it with later calls', async () => {
    const { api, calls } = await clientOf({ 'GET /stats': { body: 1 }, 'DELETE /auth/sessions': {} });
    await api.refreshCsrfToken();
    await api.get('/stats');
    await api.delete('/auth/sessions');
    expect(calls.map(({ headers }) => headers['x-csrf-token'])).toEqual([undefined, 'first', 'first']);
  });

  it('fetches the token before the first change', async () => {
    const { api, asked } = await clientOf({ 'POST /auth/logout': {} });
    await Promise.all([api.post('/auth/logout'), api.post('/auth/logout')]);
    expect(asked()).toEqual(['GET /auth/csrf-cookie', 'POST /auth/logout', 'POST /auth/logout']);
  });

  it('uses a new token from any response', async () => {
    const { api, calls } = await clientOf({
      'POST /auth/login': { body: {}, headers: { 'x-csrf-token': 'second' } },
      'POST /auth/logout': {},
    });
    await api.post('/auth/login', { body: { email: 'ada@example.org', password: 'secret' } });
    await api.post('/auth/logout');
    expect(calls.at(-1)?.headers['x-csrf-token']).toBe('second');
  });
});

describe('ApiClient without a response', () => {
  // @spec 8.1
  it('shows a network error', async () => {
    const { error, notices } = await failureOf({ cut: 'before' });
    expect(error.httpStatus).toBe(0);
    expect(notices).toEqual([
      { title: 'Network Error', description: 'Please check your internet connection.' },
    ]);
  });

  it('treats a truncated response as a network error', async () => {
    const { error } = await failureOf({ body: { much: 'more' }, cut: 'within' });
    expect(error.httpStatus).toBe(0);
  });

  it('shows a network error even if the screen has its own messages', async () => {
    const { notices } = await failureOf({ cut: 'before' }, { ownMessageFor: [0, 400] });
    expect(notices).toHaveLength(1);
  });
});

describe('ApiClient after a 400 with an errors list', () => {
  const errors = [
    { field: 'email', code: 'invalid', message: 'The input is not valid email' },
    { field: 'name', code: 'required', message: 'Name is required' },
    { field: 'other', code: 'required', message: 'Name is required' },
  ];

  // @spec 8.2
  it('uses the server message as the title and lists each error once', async () => {
    const { error, notices } = await failureOf({
      status: 400,
      body: { status: 'validation_error', message: 'Please check your input', errors, requestId: 'r-1' },
    });
    expect(notices).toEqual([
      {
        title: 'Please check your input',
        description: 'Validation error: The input is not valid email, Name is required',
      },
    ]);
    expect(error).toMatchObject({ status: 'validation_error', requestId: 'r-1', errors });
  });

  // @spec 8.3, 8.13
  it('uses a different title for another status', async () => {
    const { notices } = await failureOf({ status: 400, body: { status: 'odd', message: 'No', errors } });
    expect(notices[0]?.description).toMatch(/^Got the following errors: The input/);
  });

  // @spec D.95
  it.each(['validation_error', undefined])(
    'lists the errors even if the screen has its own message (%s)',
    async (status) => {
      const { notices } = await failureOf(
        { status: 400, body: { status, message: 'No', errors } },
        { ownMessageFor: [400], ownMessageForStatus: ['user_exists'] },
      );
      expect(notices).toMatchObject([{ title: 'No' }]);
    },
  );

  // @spec D.95
  it('shows no message if the screen has its own for the status', async () => {
    const { notices } = await failureOf(
      { status: 400, body: { status: 'user_exists', message: 'No', errors } },
      { ownMessageForStatus: ['user_exists'] },
    );
    expect(notices).toEqual([]);
  });

  it('accepts plain sentences as errors', async () => {
    const body = { status: 'validation_error', message: 'No', errors: ['Name is required', 'Age is odd'] };
    const { notices } = await failureOf({ status: 400, body });
    expect(notices).toEqual([{ title: 'No', description: 'Validation error: Name is required, Age is odd' }]);
  });

  it('tolerates a body of any shape', async () => {
    const { notices } = await failureOf({
      status: 400,
      body: { status: 7, message: null, errors: [null, 7, '', { message: 3 }] },
    });
    expect(notices).toEqual([{ title: 'Something went wrong' }]);
  });
});

describe('ApiClient after a 403 without a reason', () => {
  const refused = { status: 403, body: { status: 'invalid_csrf_token', message: 'No' } };

  // @spec 8.10
  it('retries once with a new CSRF token', async () => {
    const { api, calls, notices } = await clientOf({
      'GET /auth/csrf-cookie': [
        { headers: { 'x-csrf-token': 'first' } },
        { headers: { 'x-csrf-token': 'second' } },
      ],
      'POST /auth/logout': [refused, { body: 'done' }],
    });
    expect(await api.post('/auth/logout')).toBe('done');
    expect(calls.map(({ call, headers }) => `${call} ${headers['x-csrf-token']}`)).toEqual([
      'GET /auth/csrf-cookie undefined',
      'POST /auth/logout first',
      'GET /auth/csrf-cookie first',
      'POST /auth/logout second',
    ]);
    expect(notices).toEqual([]);
  });

  it('fails after one retry', async () => {
    const { asked, notices, error } = await failureOf(refused);
    expect(asked()).toEqual(['GET /stats', 'GET /auth/csrf-cookie', 'GET /stats']);
    expect(error.status).toBe('invalid_csrf_token');
    expect(notices).toEqual([{ title: 'Something went wrong' }]);
  });

  it('fails without a retry if it cannot fetch a token', async () => {
    const { api, asked } = await clientOf({
      'GET /auth/csrf-cookie': { status: 500 },
      'GET /stats': refused,
    });
    await expect(api.get('/stats')).rejects.toThrow('No');
    expect(asked()).toEqual(['GET /stats', 'GET /auth/csrf-cookie']);
  });
});

describe('ApiClient after another error code', () => {
  // @spec 8.11
  it('asks to slow down after a 429, even if the screen has its own message', async () => {
    const { error, notices } = await failureOf(
      { status: 429, headers: { 'retry-after': '17' }, body: { status: 'rate_limited', message: 'Slow' } },
      { ownMessageFor: [429] },
    );
    expect(error.retryAfterSeconds).toBe(17);
    expect(notices).toEqual([
      { title: 'Too Many Requests', description: 'Please slow down and try again in a moment.' },
    ]);
  });

  // @spec 8.12
  it.each([500, 502, 503, 599])(
    'shows a server error after a %i, even if the screen has its own message',
    async (status) => {
      const { error, notices } = await failureOf(
        { status, text: '<html>Bad gateway</html>' },
        { ownMessageFor: [status] },
      );
      expect(error.httpStatus).toBe(status);
      expect(notices).toEqual([
        { title: 'Server Error', description: 'Something went wrong on our end. Please try again later.' },
      ]);
    },
  );

  it.each([400, 404, 405, 409, 413, 415, 418])(
    'shows "Something went wrong" after a %i without details',
    async (status) => {
      const answer = { status, body: { status: 'whatever', message: 'No' } };
      expect((await failureOf(answer)).notices).toEqual([{ title: 'Something went wrong' }]);
      expect((await failureOf(answer, { ownMessageFor: [status] })).notices).toEqual([]);
      expect((await failureOf(answer, { failureText: 'Failed to load it' })).notices).toEqual([
        { title: 'Something went wrong', description: 'Failed to load it' },
      ]);
    },
  );

  // @spec 8.14
  it('shows no message after a 401 and notifies the session', async () => {
    const { notices, unauthenticated, error } = await failureOf({
      status: 401,
      body: { status: 'unauthenticated', message: 'Please sign in' },
    });
    expect(notices).toEqual([]);
    expect(unauthenticated()).toBe(1);
    expect(error).toMatchObject({ httpStatus: 401, message: 'Please sign in' });
  });

  it('shows the attempts left after a 403 invalid_code outside the code dialog', async () => {
    const { notices, asked } = await failureOf({
      status: 403,
      body: { status: 'invalid_code', message: 'Wrong', attemptsRemaining: 1 },
    });
    expect(notices).toEqual([{ title: 'Invalid verification code', description: '1 attempt remaining' }]);
    expect(asked()).toEqual(['GET /stats']);
  });
});

describe('ApiClient with an unreadable response', () => {
  it.each([
    ['a page in place of JSON', { text: '<!doctype html>' }, undefined],
    ['half of the JSON', { text: '{"users": [' }, undefined],
    ['nothing where something is needed', {}, (body: unknown) => Array.isArray(body)],
    ['the wrong thing', { body: { html: true } }, (body: unknown) => Array.isArray(body)],
  ])('shows a general error for %s', async (_, answer, accepts) => {
    const { error, notices } = await failureOf(answer, accepts && { accepts });
    expect(error.httpStatus).toBeLessThan(400);
    expect(notices).toEqual([{ title: 'Something went wrong' }]);
  });
});
