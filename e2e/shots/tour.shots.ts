import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/product-test.ts';
import { codeCells, enterPassword, expectScreen, logOut, openAccountDialog } from '../support/screens.ts';
import { takeShots } from './take-shots.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

/** Realistic, because the list of sessions shows it. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

test.use({ viewport: { width: 1440, height: 900 }, userAgent: USER_AGENT });

const shoot = async (page: Page, name: string) => await takeShots(page, name, FOLDER);
const panel = (page: Page) => page.locator('dialog[data-side="right"]');
const rows = (page: Page) => page.locator('tbody').getByRole('row');

async function openFirst(page: Page): Promise<void> {
  await rows(page).first().click();
  await expect(panel(page)).toBeVisible();
}

// Pictures of docs/tour.md, with the sample data.
test('takes the sign-in and 2FA setup pictures', async ({ page, newcomer }) => {
  await page.goto('/login');
  await expectScreen(page, '/login', 'Admin Sign In');
  await shoot(page, 'sign-in');
  await enterPassword(page, newcomer);
  await expectScreen(page, '/setup-2fa', 'Set up 2FA');
  await expect(page.getByRole('img', { name: 'QR code of the secret key' })).toBeVisible();
  await shoot(page, 'set-up-2fa');
});

test('takes the code step picture', async ({ page, administrator }) => {
  await page.goto('/dashboard');
  await logOut(page);
  await enterPassword(page, administrator);
  await expectScreen(page, '/verify-otp', 'Verify');
  await shoot(page, 'verify');
});

test('takes the dashboard picture', async ({ adminPage: page }) => {
  await page.goto('/dashboard?range=12m');
  await expect(page.getByRole('img', { name: /^Revenue by / })).toBeVisible();
  await shoot(page, 'dashboard');
});

test('takes the users, merchants and invitations pictures', async ({ adminPage: page }) => {
  await page.goto('/users');
  await expect(rows(page)).toHaveCount(20);
  await shoot(page, 'users');
  await openFirst(page);
  await expect(panel(page).getByLabel('Service Fee Rate')).not.toHaveValue('');
  await shoot(page, 'user-details');
  await panel(page).getByRole('tab', { name: 'Actions' }).click();
  await panel(page).getByLabel('Reason').fill('Chargebacks in a row');
  await shoot(page, 'user-actions');
  // Unsaved input would open a confirmation.
  await panel(page).getByLabel('Reason').fill('');
  await page.goto('/merchants');
  await expect(rows(page)).toHaveCount(20);
  await shoot(page, 'merchants');
  await page.goto('/invitations');
  await expect(rows(page).first()).toBeVisible();
  await shoot(page, 'invitations');
});

test('takes the orders, exceptions and transactions pictures', async ({ adminPage: page }) => {
  await page.goto('/orders?status=paid');
  await expect(rows(page)).toHaveCount(20);
  await shoot(page, 'orders');
  await openFirst(page);
  await panel(page).getByRole('tab', { name: 'Timeline' }).click();
  await expect(panel(page).getByText('Order created')).toBeVisible();
  await shoot(page, 'order-timeline');
  await page.goto('/orders?tab=exceptions');
  await expect(rows(page).first()).toBeVisible();
  await shoot(page, 'exceptions');
  await page.goto('/transactions?type=payout&minUsd=1000&last=30d');
  await expect(rows(page).first()).toBeVisible();
  await shoot(page, 'transactions');
});

test('takes the picture of "Go to"', async ({ adminPage: page }) => {
  await page.goto('/dashboard');
  await expectScreen(page, '/dashboard', 'Dashboard');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('INV-2026-02');
  await expect(page.getByRole('option').filter({ hasText: 'INV-2026-02' }).first()).toBeVisible();
  await shoot(page, 'go-to');
});

test('takes the wallets pictures', async ({ adminPage: page }) => {
  await page.goto('/wallets');
  await expect(rows(page).nth(7)).toBeVisible();
  await shoot(page, 'wallets');
  await openFirst(page);
  await expect(panel(page).getByRole('table')).toBeVisible();
  await shoot(page, 'wallet-overview');
  await panel(page)
    .getByRole('tab', { name: /^Transactions/ })
    .click();
  await expect(panel(page).getByRole('list', { name: 'Transactions' })).toBeVisible();
  await shoot(page, 'wallet-transactions');
});

test('takes the wallet backup pictures', async ({ page, administrator }) => {
  await page.goto('/wallets');
  await openFirst(page);
  await panel(page).getByRole('button', { name: 'Backup', exact: true }).click();
  await expect(codeCells(page)).toBeVisible();
  await shoot(page, 'wallet-backup-code');
  await codeCells(page).pressSequentially(await administrator.authenticator.nextCode());
  await expect(page.getByRole('button', { name: 'Download JSON' })).toBeVisible();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: 20_000 });
  await shoot(page, 'wallet-backup');
});

test('takes the audit log pictures', async ({ adminPage: page }) => {
  await page.goto('/audit-logs');
  await expect(page.getByText(/^Verified up to entry [\d,]+/).first()).toBeVisible();
  await shoot(page, 'audit-logs');
  await openFirst(page);
  await shoot(page, 'audit-log-details');
});

test('takes the account settings pictures', async ({ adminPage: page }) => {
  await page.goto('/account-settings');
  await expectScreen(page, '/account-settings', 'Account Settings');
  await shoot(page, 'account-settings');
  await openAccountDialog(page, 'Change', 'Change password');
  await shoot(page, 'change-password');
});
