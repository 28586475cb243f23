import { expect, type Page } from '@playwright/test';
import { refusal, UNAUTHENTICATED } from '../support/answers.ts';
import { test } from '../support/foreign-test.ts';
import { holdRequests } from '../support/hold-requests.ts';
import {
  codeCells,
  expectScreen,
  fillPasswordChange,
  menuLink,
  openAccountDialog,
  toast,
} from '../support/screens.ts';

const PASSWORDS = { current: 'Old-Harbour-Light-7', next: 'Quiet-Lantern-42-Rope' };
const NEEDS_CODE = refusal(403, '2fa_verification_required', { attemptsRemaining: 3 });
const HINT = 'Save the codes, then select Continue.';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const backupCodes = (page: Page) => page.getByRole('dialog', { name: 'Backup codes', exact: true });

async function showNewCodes(page: Page) {
  await openAccountDialog(page, 'Regenerate backup codes', 'Regenerate backup codes');
  await page.keyboard.type('123456');
  await expect(backupCodes(page)).toBeVisible();
}

test('does not open a late-loading dialog over another', async ({ page, serve }) => {
  const release = await holdRequests(page, /\/assets\/change-password-dialog-.*\.js$/);
  const { origin } = await serve();
  await page.goto(`${origin}/account-settings`);
  const code = page.waitForResponse(/\/assets\/change-password-dialog-/);
  await button(page, 'Change').click();
  await page.keyboard.press('Control+k');
  const other = page.getByRole('dialog', { name: 'Go to' });
  await expect(other).toBeVisible();
  release();
  // Importing the same chunk again resolves only once the chunk has run.
  await page.evaluate((url) => import(url), (await code).url());
  await page.keyboard.press('Escape');
  await expect(other).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button(page, 'Change').click();
  await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible();
});

// @spec 2.58
test('changes the password by keyboard alone and returns the focus to the button', async ({
  page,
  serve,
}) => {
  const server = await serve();
  await page.goto(`${server.origin}/account-settings`);
  await button(page, 'Change').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await expect(dialog.getByLabel('Current Password', { exact: true })).toBeFocused();
  for (const text of [PASSWORDS.current, PASSWORDS.next, PASSWORDS.next]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Show password' }).nth(0)).toBeVisible();
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Password changed successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Change')).toBeFocused();
  expect(server.calls.find(({ path }) => path === '/auth/password/change')?.body).toEqual({
    currentPassword: PASSWORDS.current,
    newPassword: PASSWORDS.next,
  });
});

test('asks for a code over the dialog: Escape closes only the prompt, and a code completes the change', async ({
  page,
  serve,
}) => {
  const { origin } = await serve({
    'POST /auth/password/change': ({ headers }) => (headers['x-2fa-code'] === '123456' ? {} : NEEDS_CODE),
  });
  await page.goto(`${origin}/account-settings`);
  const dialog = await openAccountDialog(page, 'Change', 'Change password');
  await fillPasswordChange(dialog, PASSWORDS);
  const submit = dialog.getByRole('button', { name: 'Change password' });
  const question = page.getByRole('dialog', { name: 'Verify Your Identity' });

  await submit.press('Enter');
  await expect(codeCells(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(submit).toBeFocused();
  await expect(dialog.getByText(/your identity wasn't verified/)).toBeVisible();
  await expect(dialog.getByLabel('Confirm Password')).toHaveValue(PASSWORDS.next);

  await page.keyboard.press('Enter');
  await expect(codeCells(page)).toBeFocused();
  await page.keyboard.type('123456');
  await expect(toast(page, 'Password changed successfully!')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(page, 'Change')).toBeFocused();
});

test('keeps the backup codes open on repeated Escape, a click outside and Back', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/dashboard`);
  await menuLink(page, 'Account Settings').click();
  await showNewCodes(page);
  for (let press = 1; press <= 4; press++) {
    await page.keyboard.press('Escape');
    await expect(backupCodes(page)).toBeVisible();
  }
  await expect(page.getByText(HINT)).toBeVisible();
  await page.mouse.click(20, 20);
  await page.evaluate(() => window.history.back());
  await page.waitForTimeout(300);
  await expect(page).toHaveURL(/\/account-settings$/);
  await expect(backupCodes(page).getByRole('listitem')).toHaveCount(10);

  await button(page, 'Continue').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(page, 'Regenerate backup codes')).toBeFocused();
  await page.goBack();
  await expectScreen(page, '/dashboard', 'Dashboard');
});

test('reminds to save the backup codes when Back is used', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/dashboard`);
  await menuLink(page, 'Account Settings').click();
  await showNewCodes(page);
  await page.evaluate(() => window.history.back());
  await expect(page.getByText(HINT)).toBeVisible();
  await expect(page).toHaveURL(/\/account-settings$/);
});

test('leaves no secret or code in storage, history or URL', async ({ page, serve }) => {
  const { origin } = await serve({ 'GET /auth/2fa/status': { body: { enabled: false } } });
  await page.goto(`${origin}/account-settings`);
  await openAccountDialog(page, 'Enable', 'Set up two-factor authentication');
  await expect(page.getByRole('img', { name: 'QR code of the secret key' })).toBeVisible();
  await codeCells(page).pressSequentially('123456');
  await expect(toast(page, 'Two-factor authentication enabled')).toBeVisible();
  await expect(backupCodes(page)).toBeVisible();
  const kept = () =>
    page.evaluate(() =>
      JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        history.state,
        location.href,
        document.cookie,
        performance.getEntriesByType('resource').map(({ name }) => name),
      ]),
    );
  expect(await kept()).not.toMatch(/JBSWY3DP|7Q2MX4KT|123456/);
  await button(page, 'Continue').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await kept()).not.toMatch(/JBSWY3DP|7Q2MX4KT|123456/);
  expect(await page.content()).not.toMatch(/JBSW|7Q2MX4KT/);
});

test('disables 2FA with a valid code and returns to the sign-in page', async ({ page, serve }) => {
  const server = await serve();
  await page.goto(`${server.origin}/account-settings`);
  const dialog = await openAccountDialog(page, 'Disable', 'Disable two-factor authentication');
  await expect(dialog).toContainText('logged out of all 3 sessions');
  await page.keyboard.type('000000');
  await expect(dialog).toContainText('Invalid code. Please try again.');
  await expect(codeCells(page)).toBeFocused();
  await page.keyboard.type('123456');
  await expect(toast(page, 'Two-factor authentication disabled (you will be logged out)')).toBeVisible();
  await expectScreen(page, '/login', 'Admin Sign In');
  expect(server.calls.filter(({ path }) => path === '/auth/2fa/disable')).toHaveLength(2);
  expect(server.calls.filter(({ path }) => path === '/auth/logout')).toHaveLength(1);
});

test('ends a session by keyboard and keeps the focus nearby', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/account-settings`);
  await button(page, 'Log out curl, 198.51.100.9').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Log out curl?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Logged out curl')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Tab');
  await expect(page.getByText('Firefox on Linux')).toBeFocused();
  await expect(page.getByRole('tooltip')).toContainText('Gecko/20100101');
});

test('changes the password once on two Enter key presses', async ({ page, serve }) => {
  const answer = Promise.withResolvers<object>();
  const server = await serve({ 'POST /auth/password/change': () => answer.promise });
  await page.goto(`${server.origin}/account-settings`);
  const dialog = await openAccountDialog(page, 'Change', 'Change password');
  await fillPasswordChange(dialog, PASSWORDS);
  for (let press = 1; press <= 3; press++) await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  answer.resolve({});
  await expect(toast(page, 'Password changed successfully!')).toBeVisible();
  expect(server.calls.filter(({ path }) => path === '/auth/password/change')).toHaveLength(1);
});

test('closes the dialog and returns to the sign-in page when the session has ended', async ({
  page,
  serve,
}) => {
  const { origin, answer } = await serve();
  await page.goto(`${origin}/account-settings`);
  await openAccountDialog(page, 'Regenerate backup codes', 'Regenerate backup codes');
  answer({ 'POST /auth/2fa/backup-codes': UNAUTHENTICATED, 'GET /auth/me': UNAUTHENTICATED });
  await codeCells(page).pressSequentially('123456');
  await expectScreen(page, '/login', 'Admin Sign In');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('fits every dialog on a phone, with controls large enough to tap', async ({ page, serve }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { origin } = await serve();
  await page.goto(`${origin}/account-settings`);
  await expect(page.getByText('Safari on iPhone')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  for (const control of await page.getByRole('main').getByRole('button').all()) {
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await showNewCodes(page);
  const box = await backupCodes(page).boundingBox();
  expect(box?.width).toBeLessThanOrEqual(390 - 32);
  await expect
    .poll(() => backupCodes(page).evaluate((element) => element.scrollWidth - element.clientWidth))
    .toBe(0);
});
