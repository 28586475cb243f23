import { LOGIN_SUCCESS_DELAY_MS } from '@halyard/contract/constants';
import { expect } from '@playwright/test';
import { inTurn, refusal, UNAUTHENTICATED } from '../support/answers.ts';
import type { ForeignServer } from '../support/foreign-server.ts';
import { test } from '../support/foreign-test.ts';
import { codeCells, enterBackupCode, enterPassword, expectScreen, toast } from '../support/screens.ts';
import type { Script } from '../support/script.ts';

const CREDENTIALS = { email: 'ada@example.com', password: ' any password ' };

const callsOf = ({ calls }: ForeignServer) => calls.map(({ method, path }) => `${method} ${path}`);

/** Returns a script in which a call to one of these paths signs in. */
function signedOutUntil(...paths: readonly string[]): Script {
  let signedIn = false;
  const steps = paths.map((path) => [
    path,
    () => {
      signedIn = true;
      return { body: { requires2FA: false } };
    },
  ]);
  const administrator = { uuid: '4f6f2c1e-8f6b-4d4e-9a57-6a1c2d9b7e10', email: CREDENTIALS.email };
  return {
    'GET /auth/me': () => (signedIn ? { body: administrator } : UNAUTHENTICATED),
    ...Object.fromEntries(steps),
  };
}

// @spec 2.1, 2.2, 2.46, 4.1, 7.5, 8.49, O.2
test('asks for the code right after the password', async ({ page, serve }) => {
  const server = await serve({
    ...signedOutUntil('POST /auth/2fa/verify'),
    'POST /auth/login': { body: { requires2FA: true } },
  });
  await page.goto(`${server.origin}/login`);
  await enterPassword(page, CREDENTIALS);
  await expectScreen(page, '/verify-otp', 'Verify');
  expect(callsOf(server).toSorted()).toEqual(['GET /auth/csrf-cookie', 'GET /auth/me', 'POST /auth/login']);
  const login = server.calls.at(-1);
  expect(login?.body).toEqual(CREDENTIALS);
  expect(login?.headers).toMatchObject({ 'x-csrf-token': 'a-token', 'content-type': 'application/json' });

  await codeCells(page).pressSequentially('123456');
  await expect(toast(page, 'Authentication successful')).toBeVisible();
  await expectScreen(page, '/dashboard', 'Dashboard');
  const verify = server.calls.findIndex(({ path }) => path === '/auth/2fa/verify');
  expect(server.calls[verify]?.body).toEqual({ code: '123456' });
  expect(callsOf(server).slice(verify + 1)).toContain('GET /auth/me');
});

// @spec 2.45
test('accepts a backup code instead of the authenticator code', async ({ page, serve }) => {
  const server = await serve({
    ...signedOutUntil('POST /auth/2fa/verify'),
    'POST /auth/login': { body: { requires2FA: true } },
  });
  await page.goto(`${server.origin}/login`);
  await enterPassword(page, CREDENTIALS);
  await enterBackupCode(page, '7Q2MX4KT9A');
  await expectScreen(page, '/dashboard', 'Dashboard');
  expect(server.calls.find(({ path }) => path === '/auth/2fa/verify')?.body).toEqual({ code: '7Q2MX4KT9A' });
});

// @spec 4.2, 8.48, 9.23
test('opens the dashboard if no code is required and 2FA is enabled', async ({ page, serve }) => {
  const server = await serve({
    ...signedOutUntil('POST /auth/login'),
    'GET /auth/2fa/status': { body: { enabled: true } },
  });
  await page.goto(`${server.origin}/login`);
  await enterPassword(page, CREDENTIALS);
  await expect(toast(page, 'Login successful')).toBeVisible();
  await expectScreen(page, '/dashboard', 'Dashboard');
  const index = callsOf(server).indexOf('POST /auth/login');
  const calls = callsOf(server).slice(index, index + 3);
  expect(calls).toEqual(['POST /auth/login', 'GET /auth/2fa/status', 'GET /auth/me']);
  const [login, status] = server.calls.slice(index);
  // Both are measured by the server, because a busy machine delays the browser's events to this process.
  expect((status?.receivedAt ?? 0) - (login?.receivedAt ?? 0)).toBeGreaterThanOrEqual(LOGIN_SUCCESS_DELAY_MS);
});

// @spec 2.3, 2.11, 2.49, 4.3, D.3
test('opens the setup with a message if 2FA is not enabled', async ({ page, serve }) => {
  const server = await serve({
    ...signedOutUntil('POST /auth/login'),
    'GET /auth/2fa/status': { body: { enabled: false } },
    'POST /auth/2fa/enable': {},
  });
  await page.goto(`${server.origin}/login`);
  await enterPassword(page, CREDENTIALS);
  await expect(page.locator('[data-sonner-toast][data-type=info]')).toBeVisible();
  await expectScreen(page, '/setup-2fa', 'Set up 2FA');
  await codeCells(page).pressSequentially('123456');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectScreen(page, '/dashboard', 'Dashboard');
  const setups = server.calls.filter(({ path }) => path === '/auth/2fa/setup');
  expect(setups).toHaveLength(1);
  const enable = server.calls.find(({ path }) => path === '/auth/2fa/enable');
  expect(enable?.body).toEqual({
    code: '123456',
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    backupCodes: Array.from({ length: 10 }, (_, index) => `7Q2MX4KT9${index}`),
  });
});

// @spec 8.16
test('reports a failed 2FA status', async ({ page, serve }) => {
  const server = await serve({
    ...signedOutUntil(),
    'POST /auth/login': { body: { requires2FA: false } },
    'GET /auth/2fa/status': refusal(404, 'not_found'),
  });
  await page.goto(`${server.origin}/login`);
  await enterPassword(page, CREDENTIALS);
  await expect(toast(page, 'Failed to fetch 2FA status')).toBeVisible();
  await expectScreen(page, '/login', 'Admin Sign In');
});

// @spec 8.23
test('reports a failed setup and offers Retry', async ({ page, serve }) => {
  const { body } = { body: { otpUrl: 'otpauth://totp/x?secret=ABCD', secret: 'ABCD', backupCodes: ['A'] } };
  const server = await serve({
    'POST /auth/2fa/setup': inTurn(refusal(409, '2fa_already_enabled'), { body }),
  });
  await page.goto(`${server.origin}/setup-2fa`);
  await expect(toast(page, 'Failed to initialize 2FA setup')).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByText('ABCD')).toBeVisible();
});

// @spec 8.15
test('shows an error for wrong credentials', async ({ page, serve }) => {
  const server = await serve({
    ...signedOutUntil(),
    'POST /auth/login': { status: 401, body: { status: 'other', message: 'No such account' } },
  });
  await page.goto(`${server.origin}/login`);
  await enterPassword(page, CREDENTIALS);
  await expect(toast(page, 'Login failed')).toContainText('Invalid email or password');
  expect(await page.locator('[data-sonner-toast]').count()).toBeLessThanOrEqual(1);
  await expect(page.getByText('No such account')).toHaveCount(0);
});

test('does not look for a session right after a logout', async ({ page, serve }) => {
  const server = await serve();
  await page.goto(`${server.origin}/dashboard`);
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expectScreen(page, '/login', 'Admin Sign In');
  await expect.poll(() => callsOf(server).at(-1)).toBe('GET /auth/csrf-cookie');
  expect(callsOf(server).slice(callsOf(server).indexOf('POST /auth/logout') + 1)).not.toContain(
    'GET /auth/me',
  );
});

// @spec 2.16
test('reports a failed logout and still returns to the sign-in page', async ({ page, serve }) => {
  for (const failure of [refusal(500, 'internal_error'), { hangUp: true }]) {
    const server = await serve({ 'POST /auth/logout': failure });
    await page.goto(`${server.origin}/users`);
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(toast(page, 'Failed to logout')).toBeVisible();
    await expectScreen(page, '/login', 'Admin Sign In');
  }
});

test('stays on the sign-in page when Back is used before its script started', async ({ page, serve }) => {
  const { origin } = await serve(signedOutUntil(), { prerendered: true });
  await page.goto(`${origin}/forgot-password`);
  await page.route('**/assets/*.js', () => new Promise(() => undefined));
  await page.goto(`${origin}/login`, { waitUntil: 'commit' });
  await expect(page.getByLabel('Email')).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Sign In' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/login');
});
