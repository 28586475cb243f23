import { INVALID_RESET_LINK_DELAY_MS, PASSWORD_RESET_DELAY_MS } from '@halyard/contract/constants';
import { expect, type Page } from '@playwright/test';
import { refusal, UNAUTHENTICATED } from '../support/answers.ts';
import { test } from '../support/foreign-test.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { expectScreen, toast } from '../support/screens.ts';

const TOKEN = 'kJ8-secret-of-the-link_5xQ';
const PASSWORD = 'Correct-Horse-7-Battery';
const COMMON_PASSWORD = 'Password1234!';
const SIGNED_OUT = { 'GET /auth/me': UNAUTHENTICATED };
const VALIDATE = 'POST /auth/password/reset/validate';

async function enterNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

// @spec 2.4, 2.39
test('requests a link from the sign-in page and returns there', async ({ page, serve }) => {
  const server = await serve(SIGNED_OUT);
  await page.goto(`${server.origin}/login`);
  await page.getByRole('link', { name: 'Forgot your password' }).click();
  await expectScreen(page, '/forgot-password', 'Reset your password');
  await page.getByLabel('Email').fill(' ada@example.com ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
  const initiate = server.calls.find(({ path }) => path === '/auth/password/reset/initiate');
  expect(initiate?.body).toEqual({ email: 'ada@example.com' });
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expectScreen(page, '/login', 'Admin Sign In');
});

// @spec 2.5, 7.17, 8.51, 9.27
test('resets the password and returns to the sign-in page', async ({ page, serve }) => {
  const server = await serve(SIGNED_OUT);
  await page.goto(`${server.origin}/reset-password?token=${TOKEN}`);
  await expectScreen(page, '/reset-password', 'Reset password');
  await enterNewPassword(page, PASSWORD);
  await expect(toast(page, 'Password reset successfully!')).toBeVisible();
  await expectScreen(page, '/login', 'Admin Sign In');
  const complete = server.calls.find(({ path }) => path === '/auth/password/reset/complete');
  // Counts from the server's side, because a busy machine delays the browser's events to this process.
  expect(performance.now() - (complete?.receivedAt ?? 0)).toBeGreaterThanOrEqual(PASSWORD_RESET_DELAY_MS);
  expect(complete?.body).toEqual({ token: TOKEN, newPassword: PASSWORD });
});

test('never exposes the reset token', async ({ page, serve }) => {
  const server = await serve(SIGNED_OUT);
  const sent: string[] = [];
  const said: string[] = [];
  page.on('request', (request) => {
    const { referer = '' } = request.headers();
    sent.push(`${request.method()} ${request.url()} ${referer}`);
  });
  page.on('console', (message) => said.push(message.text()));
  await page.goto(`${server.origin}/reset-password?token=${TOKEN}`);
  await expect(page.getByLabel('New Password')).toBeVisible();

  const [own, ...others] = sent;
  expect(own).toContain(TOKEN);
  const left = await page.evaluate(() =>
    JSON.stringify([
      location.href,
      document.title,
      document.referrer,
      history.state,
      history.length,
      { ...localStorage },
      document.cookie,
      document.documentElement.outerHTML,
    ]),
  );
  expect(`${others} ${said} ${left}`).not.toContain(TOKEN);
  expect(new URL(page.url()).search).toBe('');
  expect(others.every((line) => line.includes(server.origin))).toBe(true);
  const validate = server.calls.find(({ path }) => path === '/auth/password/reset/validate');
  expect(validate?.body).toEqual({ token: TOKEN });
});

test('keeps the form after a reload and after Back, until the token is used', async ({ page, serve }) => {
  const server = await serve(SIGNED_OUT);
  const tokenIsKept = () =>
    page.evaluate((token) => JSON.stringify({ ...sessionStorage }).includes(token), TOKEN);
  await page.goto(`${server.origin}/reset-password?token=${TOKEN}`);
  await expect(page.getByLabel('New Password')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('New Password')).toBeVisible();
  await page.goto(`${server.origin}/forgot-password`);
  await expectScreen(page, '/forgot-password', 'Reset your password');
  await page.goBack();
  await expect(page.getByLabel('New Password')).toBeVisible();
  expect(await tokenIsKept()).toBe(true);
  await enterNewPassword(page, PASSWORD);
  await expect(toast(page, 'Password reset successfully!')).toBeVisible();
  expect(await tokenIsKept()).toBe(false);
});

// @spec 4.10, 9.26, D.3
test('reports an invalid link and redirects to the form for a new one', async ({ page, serve }) => {
  const server = await serve({ ...SIGNED_OUT, [VALIDATE]: refusal(400, 'invalid_token') });
  await page.goto(`${server.origin}/reset-password?token=${TOKEN}`);
  await expect(toast(page, 'Invalid reset link')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await expectScreen(page, '/forgot-password', 'Reset your password');
  const validate = server.calls.find(({ path }) => path === '/auth/password/reset/validate');
  expect(performance.now() - (validate?.receivedAt ?? 0)).toBeGreaterThanOrEqual(INVALID_RESET_LINK_DELAY_MS);
  expect(await page.locator('[data-sonner-toast]').count()).toBeLessThanOrEqual(1);
});

// @spec 5.20
test('rejects a common password before it calls the server', async ({ page, serve }) => {
  const server = await serve(SIGNED_OUT);
  await page.goto(`${server.origin}/reset-password?token=${TOKEN}`);
  await page.getByLabel('New Password').fill(COMMON_PASSWORD);
  await page.keyboard.press('Tab');
  await expect(page.getByText('Password is too common')).toBeVisible();
  await enterNewPassword(page, COMMON_PASSWORD);
  await expect(page.getByLabel('New Password')).toBeFocused();
  expect(server.calls.some(({ path }) => path.endsWith('/complete'))).toBe(false);
});

test('shows that a password is too common once the list of common passwords is loaded', async ({
  page,
  serve,
}) => {
  const release = await holdRequests(page, /common-passwords/);
  const { origin } = await serve(SIGNED_OUT);
  await page.goto(`${origin}/reset-password?token=${TOKEN}`);
  await page.getByLabel('New Password').fill(COMMON_PASSWORD);
  await page.getByLabel('Confirm Password').fill('another');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(page.getByText('Password is too common')).toBeHidden();
  release();
  await expect(page.getByText('Password is too common')).toBeVisible();
});

test.describe(() => {
  test.use({ mayFail: /\/common-passwords-|\/api\/admin\/v1\// });

  test('works without the list of common passwords', async ({ page, serve }) => {
    const { origin } = await serve(SIGNED_OUT);
    await page.route(/common-passwords/, (route) => route.abort());
    await page.goto(`${origin}/reset-password?token=${TOKEN}`);
    await enterNewPassword(page, PASSWORD);
    await expect(toast(page, 'Password reset successfully!')).toBeVisible();
  });
});

test('copies a revealed password into the confirmation field', async ({ page, serve, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { origin } = await serve(SIGNED_OUT);
  await page.goto(`${origin}/reset-password?token=${TOKEN}`);
  const [password, confirmation] = [page.getByLabel('New Password'), page.getByLabel('Confirm Password')];
  await password.pressSequentially(PASSWORD);
  await page.getByRole('button', { name: 'Show password' }).first().click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute('type', 'text');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+C');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(confirmation).toBeFocused();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(confirmation).toHaveValue(PASSWORD);
  await expect(confirmation).toHaveAttribute('type', 'password');
});
