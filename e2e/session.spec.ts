import { ADMIN_API } from '@halyard/contract/constants';
import { expect } from '@playwright/test';
import { test } from './support/product-test.ts';
import { expectScreen, logOut } from './support/screens.ts';

// @spec 2.6, 2.41
test('redirects a signed-in administrator from the sign-in page to the dashboard', async ({ adminPage }) => {
  for (const address of ['/login', '/']) {
    await adminPage.goto(address);
    await expectScreen(adminPage, '/dashboard', 'Dashboard');
  }
});

// @spec 2.14
test('returns to the sign-in page without a message when the session expires', async ({
  page,
  product,
  administrator,
}) => {
  await page.goto('/users');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await product.expireSessions(administrator.email);
  await page.getByRole('button', { name: 'Next' }).click();
  await expectScreen(page, '/login', 'Admin Sign In');
  await expect(page.getByLabel('Email')).toBeEditable();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
});

// @spec 2.1, 2.43
test('stays on the sign-in page when Back is used after a logout', async ({ page, administrator }) => {
  await page.goto('/dashboard');
  await page.goto('/users');
  await logOut(page);
  await expectScreen(page, '/login', 'Admin Sign In');
  for (let times = 0; times < 3; times++) {
    await page.goBack();
    await expectScreen(page, '/login', 'Admin Sign In');
  }
  expect((await page.request.get(`${ADMIN_API}/auth/me`)).status(), administrator.email).toBe(401);
});
