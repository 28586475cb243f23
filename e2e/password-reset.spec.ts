import { expect, type Page } from '@playwright/test';
import type { Product } from './support/product.ts';
import { test } from './support/product-test.ts';
import { codeCells, enterPassword, expectScreen, toast } from './support/screens.ts';

const NEW_PASSWORD = 'Quiet-Harbour-88-Lantern';
const LINK = /http\S+\/reset-password\?token=[\w-]+/;

/** Requests a reset link and returns the URL from the mail. */
async function askForLink(page: Page, product: Product, email: string): Promise<string> {
  const links = async () => (await product.mailsTo(email)).filter(({ text }) => LINK.test(text));
  const before = (await links()).length;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password' }).click();
  await expectScreen(page, '/forgot-password', 'Reset your password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect.poll(async () => (await links()).length).toBe(before + 1);
  const [link = ''] = LINK.exec((await links()).at(-1)?.text ?? '') ?? [];
  expect(link).toMatch(new RegExp(`^${RegExp.escape(product.address)}/reset-password`));
  return link;
}

async function chooseNewPassword(page: Page): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

// @spec 1.4
test('resets a password through the mailed link only once, and keeps the second factor', async ({
  page,
  context,
  product,
  administrator,
}) => {
  const session = await context.cookies();
  await context.clearCookies();
  const link = await askForLink(page, product, administrator.email);

  // Mail previews must not use up the token.
  await page.request.head(link);
  await page.request.get(link);
  await page.goto(link);
  await expectScreen(page, '/reset-password', 'Reset password');
  await expect(page.getByText(administrator.email)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await chooseNewPassword(page);
  await expect(toast(page, 'Password reset successfully!')).toBeVisible();
  await expectScreen(page, '/login', 'Admin Sign In');

  await enterPassword(page, administrator);
  await expect(toast(page, 'Login failed')).toBeVisible();
  await enterPassword(page, { ...administrator, password: NEW_PASSWORD });
  await expectScreen(page, '/verify-otp', 'Verify');
  await codeCells(page).pressSequentially(await administrator.authenticator.nextCode());
  await expectScreen(page, '/dashboard', 'Dashboard');

  await context.clearCookies();
  await context.addCookies(session);
  await page.goto('/dashboard');
  await expectScreen(page, '/login', 'Admin Sign In');

  await page.goto(link);
  await expect(toast(page, 'Invalid reset link')).toBeVisible();
  await expectScreen(page, '/forgot-password', 'Reset your password');
  const subjects = (await product.mailsTo(administrator.email)).map(({ subject }) => subject);
  expect(subjects.some((subject) => /password.*changed/i.test(subject))).toBe(true);
});

test('sends the reset token only in the calls that need it', async ({
  page,
  context,
  product,
  administrator,
}) => {
  await context.clearCookies();
  const link = await askForLink(page, product, administrator.email);
  const token = new URL(link).searchParams.get('token') ?? '';
  const leaks: string[] = [];
  page.on('request', (request) => {
    const isPage = request.isNavigationRequest() && request.url() === link;
    const headers = JSON.stringify(request.headers());
    if ((!isPage && request.url().includes(token)) || headers.includes(token)) leaks.push(request.url());
  });
  page.on('console', (message) => message.text().includes(token) && leaks.push(message.text()));
  await page.goto(link);
  await chooseNewPassword(page);
  await expectScreen(page, '/login', 'Admin Sign In');
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
  );
  expect(kept).not.toContain(token);
  expect(await page.title()).not.toContain(token);
  await page.goBack();
  expect(page.url()).not.toContain(token);
  expect(leaks).toEqual([]);
});

// @spec D.44
test('does not reveal whether an email has an account', async ({ page, product }) => {
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  expect(await product.mailsTo('nobody@example.com')).toEqual([]);
});
