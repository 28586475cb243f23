import { expect, type Page } from '@playwright/test';
import { Authenticator } from './support/authenticator.ts';
import { test } from './support/product-test.ts';
import { codeCells, enterBackupCode, enterPassword, expectScreen, logOut, toast } from './support/screens.ts';

const NEW_PASSWORD = 'Quiet-Harbour-88-Lantern';

async function openSettings(page: Page): Promise<void> {
  await page.goto('/account-settings');
  await expectScreen(page, '/account-settings', 'Account Settings');
}

// @spec 1.5, D.68
test('changes the password after a code, keeps the typed passwords, and logs out other devices', async ({
  page,
  browser,
  product,
  administrator,
}) => {
  const elsewhere = await browser.newPage({ baseURL: product.address });
  await elsewhere.goto('/login');
  await enterPassword(elsewhere, administrator);
  await codeCells(elsewhere).pressSequentially(await administrator.authenticator.nextCode());
  await expectScreen(elsewhere, '/dashboard', 'Dashboard');

  await product.ageLastCode(administrator.email);
  await openSettings(page);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current Password', { exact: true }).fill(administrator.password);
  await dialog.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
  await dialog.getByLabel('Confirm Password', { exact: true }).fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Change password' }).click();

  const question = page.getByRole('dialog', { name: 'Verify Your Identity' });
  await codeCells(page).pressSequentially(administrator.authenticator.wrongCode());
  await expect(question.getByText('Invalid code. Please try again.')).toBeVisible();
  await codeCells(page).pressSequentially(await administrator.authenticator.nextCode());
  await expect(toast(page, 'Password changed successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expectScreen(page, '/account-settings', 'Account Settings');

  await elsewhere.goto('/users');
  await expectScreen(elsewhere, '/login', 'Admin Sign In');
  await enterPassword(elsewhere, administrator);
  await expect(toast(elsewhere, 'Login failed')).toBeVisible();
  await elsewhere.close();
});

test('keeps the old password if the code dialog is cancelled', async ({ page, product, administrator }) => {
  await product.ageLastCode(administrator.email);
  await openSettings(page);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current Password', { exact: true }).fill(administrator.password);
  await dialog.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
  await dialog.getByLabel('Confirm Password', { exact: true }).fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await page
    .getByRole('dialog', { name: 'Verify Your Identity' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(dialog.getByLabel('New Password', { exact: true })).toHaveValue(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await logOut(page);
  await enterPassword(page, administrator);
  await expectScreen(page, '/verify-otp', 'Verify');
});

// @spec D.31
test('regenerates all backup codes after a fresh code', async ({ page, administrator }) => {
  await openSettings(page);
  await page.getByRole('button', { name: 'Regenerate backup codes' }).click();
  await codeCells(page).pressSequentially(await administrator.authenticator.nextCode());
  await expect(toast(page, 'Backup codes regenerated')).toBeVisible();
  const codes = await page
    .getByRole('list', { name: 'Backup codes' })
    .getByRole('listitem')
    .allTextContents();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('list', { name: 'Backup codes' })).toBeHidden();

  await logOut(page);
  await enterPassword(page, administrator);
  await enterBackupCode(page, administrator.backupCodes[0] ?? '');
  await expect(page.getByText('Invalid code. Please try again.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Backup code' }).fill(codes[0] ?? '');
  await expectScreen(page, '/dashboard', 'Dashboard');
});

// @spec 1.6, 4.6
test('disables 2FA, logs out, sends a mail, and sets 2FA up again at the next sign-in', async ({
  page,
  product,
  administrator,
}) => {
  await openSettings(page);
  await page.getByRole('button', { name: 'Disable' }).click();
  await codeCells(page).pressSequentially(await administrator.authenticator.nextCode());
  await expect(toast(page, 'Two-factor authentication disabled (you will be logged out)')).toBeVisible();
  await expectScreen(page, '/login', 'Admin Sign In');
  await expect
    .poll(async () => (await product.mailsTo(administrator.email)).map(({ subject }) => subject).join())
    .toMatch(/two-factor.*(off|disabled)/i);
  await enterPassword(page, administrator);
  await expectScreen(page, '/setup-2fa', 'Set up 2FA');
});

test('replaces the authenticator with a code of the current one, and tells the owner', async ({
  page,
  product,
  administrator,
}) => {
  await openSettings(page);
  await page.getByRole('button', { name: 'Replace authenticator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace authenticator' });
  await expect(dialog.getByRole('img', { name: 'QR code of the secret key' })).toBeVisible();
  const secret = await dialog.locator('p[translate=no]').textContent();
  const replacement = new Authenticator(secret ?? '');
  await codeCells(page).pressSequentially(await replacement.nextCode());
  await expect(dialog.getByText('Enter a code from your current authenticator')).toBeVisible();
  await codeCells(page).pressSequentially(administrator.authenticator.wrongCode());
  await expect(dialog.getByText('Invalid code. Please try again.')).toBeVisible();
  await codeCells(page).pressSequentially(await administrator.authenticator.nextCode());
  await expect(toast(page, 'Authenticator replaced')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await product.mailsTo(administrator.email)).map(({ subject }) => subject).join())
    .toContain('was replaced');

  await logOut(page);
  await enterPassword(page, administrator);
  await codeCells(page).pressSequentially(await replacement.nextCode());
  await expectScreen(page, '/dashboard', 'Dashboard');
});

test('lists other sessions and ends them', async ({ page, browser, product, administrator }) => {
  const elsewhere = await browser.newPage({ baseURL: product.address });
  await elsewhere.goto('/login');
  await enterPassword(elsewhere, administrator);
  await codeCells(elsewhere).pressSequentially(await administrator.authenticator.nextCode());
  await expectScreen(elsewhere, '/dashboard', 'Dashboard');

  await openSettings(page);
  await expect(page.getByText('This device')).toHaveCount(1);
  await page.getByRole('button', { name: 'Log out all other sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out 1 session' }).click();
  await expect(page.getByRole('button', { name: 'Log out all other sessions' })).toBeHidden();
  await elsewhere.goto('/users');
  await expectScreen(elsewhere, '/login', 'Admin Sign In');
  await elsewhere.close();
});
