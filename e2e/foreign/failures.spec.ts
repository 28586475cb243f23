import { expect, type Page } from '@playwright/test';
import { inTurn, refusal, UNAUTHENTICATED } from '../support/answers.ts';
import { test } from '../support/foreign-test.ts';
import { expectScreen, toast } from '../support/screens.ts';
import type { ScriptedAnswer } from '../support/script.ts';

const USERS = 'GET /users';
const ME = 'GET /auth/me';
const ERRORS = [
  { field: 'search', code: 'too_long', message: 'Search is too long' },
  { field: 'limit', code: 'too_big', message: 'Limit is too big' },
];

async function expectToasts(page: Page, ...titles: readonly string[]): Promise<void> {
  const shown = page.locator('[data-sonner-toast] [data-title]');
  await expect.poll(async () => (await shown.allTextContents()).toSorted()).toEqual(titles.toSorted());
}

const GENERAL: readonly [string, ScriptedAnswer, string, string][] = [
  ['no response', { hangUp: true }, 'Network Error', 'Please check your internet connection.'],
  [
    '400 with a list of errors that the server calls a validation error',
    refusal(400, 'validation_error', { message: 'Some values are not valid', errors: ERRORS }),
    'Some values are not valid',
    'Validation error: Search is too long, Limit is too big',
  ],
  [
    '400 with another list of errors',
    refusal(400, 'refused', { message: 'That did not work', errors: ERRORS }),
    'That did not work',
    'Got the following errors: Search is too long, Limit is too big',
  ],
  ['429', refusal(429, 'rate_limited'), 'Too Many Requests', 'Please slow down and try again in a moment.'],
  [
    '500',
    refusal(500, 'internal_error'),
    'Server Error',
    'Something went wrong on our end. Please try again later.',
  ],
  [
    "a proxy's page with 502",
    { status: 502, text: '<html>Bad Gateway</html>', headers: { 'content-type': 'text/html' } },
    'Server Error',
    'Something went wrong on our end. Please try again later.',
  ],
  ['another code', refusal(418, 'teapot'), 'Something went wrong', ''],
  [
    'an answer whose compression is broken',
    { text: '{"uuid": "4f6f"}', headers: { 'content-encoding': 'gzip' } },
    'Network Error',
    'Please check your internet connection.',
  ],
  ['half an answer', { text: '{"uuid": "4f6f' }, 'Something went wrong', ''],
];

for (const [name, answer, title, description] of GENERAL) {
  // @spec 8.1, 8.2, 8.3, 8.11, 8.12, 8.13
  test(`shows a general error for ${name}`, async ({ page, serve }) => {
    const { origin } = await serve({ [ME]: answer });
    await page.goto(`${origin}/dashboard`);
    await expect(toast(page, title)).toBeVisible();
    await expect(toast(page, title)).toHaveText(`${title}${description}`);
    await expectToasts(page, title);
  });
}

const WITH_OWN_WORDS: readonly [string, ScriptedAnswer, readonly string[]][] = [
  ['no response', { hangUp: true }, ['Network Error', 'Failed to load users']],
  ['400', refusal(400, 'bad_request'), ['Failed to load users']],
  [
    '400 and a list of errors',
    refusal(400, 'validation_error', { message: 'Some values are not valid', errors: ERRORS }),
    ['Some values are not valid', 'Failed to load users'],
  ],
  ['403', refusal(403, 'forbidden'), ['Failed to load users']],
  ['429', refusal(429, 'rate_limited'), ['Too Many Requests', 'Failed to load users']],
  ['503', refusal(503, 'unavailable'), ['Server Error', 'Failed to load users']],
];

for (const [name, answer, titles] of WITH_OWN_WORDS) {
  // @spec 8.32, D.94, D.95
  test(`shows the list's own error for ${name}, and Retry loads it`, async ({ page, serve }) => {
    const { origin, answer: change } = await serve({ [USERS]: answer });
    await page.goto(`${origin}/users`);
    await expectToasts(page, ...titles);
    await expect(toast(page, 'Failed to load users')).toContainText('Please try again later');
    change({ [USERS]: { body: { users: [], totalCount: 0 } } });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('No users yet')).toBeVisible();
  });
}

test('ignores a missing optional call', async ({ page, serve }) => {
  const { origin, answer } = await serve({ 'GET /auth/2fa/status': refusal(503, 'unavailable') });
  await page.goto(`${origin}/dashboard`);
  await expect(page.getByRole('region', { name: 'Total orders' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectToasts(page);
  answer({ 'GET /auth/2fa/status': { body: { enabled: true } }, 'GET /auth/sessions': { body: {} } });
  await page.goto(`${origin}/account-settings`);
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sessions' })).toHaveCount(0);
  await expectToasts(page);
});

// @spec 2.70, 8.29
test('shows an error on a failed dashboard, and Retry loads it', async ({ page, serve }) => {
  const figures = (await serve()).origin;
  const overview = await (await page.request.get(`${figures}/api/admin/v1/analytics/overview`)).json();
  const { origin } = await serve({
    'GET /analytics/overview': inTurn(refusal(500, 'internal_error'), { body: overview }),
  });
  await page.goto(`${origin}/dashboard`);
  await expectToasts(page, 'Failed to load dashboard', 'Server Error');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(`$${overview.revenue.totalUsd}`)).toBeVisible();
});

// @spec 8.10
test('refreshes the CSRF token and retries once after another 403', async ({ page, serve }) => {
  const server = await serve({
    'GET /auth/csrf-cookie': inTurn(
      { headers: { 'x-csrf-token': 'token-1' } },
      { headers: { 'x-csrf-token': 'token-2' } },
    ),
    'GET /auth/me': UNAUTHENTICATED,
    'POST /auth/login': inTurn(refusal(403, 'invalid_csrf_token'), { body: { requires2FA: true } }),
  });
  await page.goto(`${server.origin}/login`);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('secret');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectScreen(page, '/verify-otp', 'Verify');
  const logins = server.calls.filter(({ path }) => path === '/auth/login');
  expect(logins.map(({ headers }) => headers['x-csrf-token'])).toEqual(['token-1', 'token-2']);
});

// @spec 8.10
test('retries a repeated 403 only once', async ({ page, serve }) => {
  const server = await serve({ [USERS]: refusal(403, 'forbidden') });
  await page.goto(`${server.origin}/users`);
  await expect(toast(page, 'Failed to load users')).toBeVisible();
  expect(server.calls.filter(({ path }) => path === '/users')).toHaveLength(2);
});

// @spec 8.14
test('returns to the sign-in page silently after a 401', async ({ page, serve }) => {
  const { origin, answer } = await serve();
  await page.goto(`${origin}/users`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  answer({ [USERS]: UNAUTHENTICATED, [ME]: UNAUTHENTICATED });
  await page.getByRole('button', { name: 'Next' }).click();
  await expectScreen(page, '/login', 'Admin Sign In');
  await expectToasts(page);
});
