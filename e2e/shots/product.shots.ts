import { expect } from '@playwright/test';
import { test } from '../support/product-test.ts';
import { enterPassword, expectScreen, logOut } from '../support/screens.ts';
import { takeShots, VIEWS } from './take-shots.ts';

for (const view of VIEWS) {
  test.describe(() => {
    test.use(view.use);

    test(`takes the 2FA setup on a ${view.name} screen`, async ({ page, newcomer }) => {
      await page.goto('/login');
      await enterPassword(page, newcomer);
      await expectScreen(page, '/setup-2fa', 'Set up 2FA');
      await expect(page.getByRole('img', { name: 'QR code of the secret key' })).toBeVisible();
      await takeShots(page, `product-setup-${view.name}`);
    });

    test(`takes the admin area on a ${view.name} screen`, async ({ page, administrator }) => {
      await page.goto('/dashboard');
      await expect(page.getByRole('region', { name: 'Total orders' })).toContainText(/\d/);
      await takeShots(page, `product-dashboard-${view.name}`);
      await page.goto('/users');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await takeShots(page, `product-users-${view.name}`);
      await page.goto('/users?search=%3C');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await takeShots(page, `product-users-found-${view.name}`);
      await page.goto('/wallets');
      await page.getByRole('row').nth(1).click();
      await expect(page.getByRole('dialog', { name: 'Wallet Details' }).getByRole('table')).toBeVisible();
      await takeShots(page, `product-wallet-${view.name}`);
      await page.goto('/wallets?type=inbound');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await takeShots(page, `product-inbound-${view.name}`);
      await page.goto('/audit-logs');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await takeShots(page, `product-audit-logs-${view.name}`);
      await logOut(page);
      await enterPassword(page, administrator);
      await expectScreen(page, '/verify-otp', 'Verify');
      await takeShots(page, `product-verify-${view.name}`);
    });
  });
}
