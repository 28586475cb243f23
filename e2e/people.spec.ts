import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from './support/product-test.ts';
import { codeCells, expectScreen, menuOfInvitation, toast } from './support/screens.ts';

const panel = (page: Page) => page.locator('dialog[data-side="right"]');

// @spec 1.9, 6.4
test('finds a user, changes the fee, blocks the user after a fresh code, and unblocks', async ({
  page,
  product,
  administrator,
}) => {
  await page.goto('/users?page=2');
  await expectScreen(page, '/users', 'User Management');
  await page.locator('[data-row-opener]').nth(4).click();
  const rate = panel(page).getByLabel('Service Fee Rate');
  await expect(rate).not.toHaveValue('');
  await rate.fill('0.37');
  await expect(panel(page).getByText(/last 30 days/)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Save Settings' }).click();
  await expect(toast(page, 'User settings updated successfully')).toBeVisible();
  await page.reload();
  await expect(rate).toHaveValue('0.37');

  await product.ageLastCode(administrator.email);
  await panel(page).getByRole('tab', { name: 'Actions' }).click();
  await panel(page).getByLabel('Reason').fill('Chargebacks in a row');
  await panel(page).getByRole('button', { name: 'Block user' }).click();
  await codeCells(page).pressSequentially(await administrator.authenticator.nextCode());
  await expect(
    page.locator('[data-sonner-toast]').filter({ hasText: /^User .+ has been blocked/ }),
  ).toBeVisible();
  const blocked = page.getByRole('dialog', { name: 'Blocked User' });
  await blocked.getByRole('tab', { name: 'Details' }).click();
  await expect(blocked.getByText('Account Blocked')).toBeVisible();
  await expect(blocked.getByText('Chargebacks in a row')).toBeVisible();

  await blocked.getByRole('tab', { name: 'Activity' }).click();
  const activity = blocked.getByRole('tabpanel');
  await expect(activity.getByText('Just now').first()).toBeVisible();
  await expect(activity.getByText('Chargebacks in a row').first()).toBeVisible();

  await blocked.getByRole('tab', { name: 'Actions' }).click();
  await blocked.getByRole('button', { name: 'Unblock user' }).click();
  await expect(
    page.locator('[data-sonner-toast]').filter({ hasText: /^User .+ has been unblocked/ }),
  ).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'User Management' })).toBeVisible();
});

// @spec 1.7, 4.13, 6.3
test('sends, resends and revokes an invitation', async ({ page, product, administrator }) => {
  const guest = `guest-of-${administrator.email}`;
  await page.goto('/invitations');
  await expectScreen(page, '/invitations', 'Invitation Management');
  await page.getByRole('button', { name: 'Invite User' }).click();
  await page.getByLabel('Email Address').fill(` ${guest} `);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Invitation sent successfully')).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(RegExp.escape(guest)) });
  await expect(row).toContainText('Pending');
  await expect.poll(async () => (await product.mailsTo(guest)).length).toBe(1);
  const [mail] = await product.mailsTo(guest);
  expect(mail?.text).toContain(`${product.address}/invite?token=`);

  await page.getByRole('button', { name: 'Invite User' }).click();
  await page.getByLabel('Email Address').fill(guest.toUpperCase());
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Pending invitation already exists for this email').first()).toBeVisible();
  await page.keyboard.press('Escape');

  const menu = await menuOfInvitation(page, guest);
  await menu.getByRole('menuitem', { name: 'Revoke' }).click();
  await expect(toast(page, `Invitation for ${guest} revoked`)).toBeVisible();
  await expect(row).toContainText('Revoked');
});

// @spec 1.10, D.112
test('searches merchants by creator and exports the list', async ({ page, administrator }) => {
  expect(administrator.email).not.toBe('');
  await page.goto('/merchants');
  await expectScreen(page, '/merchants', 'Merchant Management');
  await page.getByPlaceholder('Search by merchant name or creator email...').fill('no such merchant at all');
  await expect(page.getByText('No merchants found')).toBeVisible();
  await page.getByPlaceholder('Search by merchant name or creator email...').fill('@example.');
  await expect(
    page.getByRole('table', { name: 'Merchants' }).locator('tbody').getByRole('row').first(),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Export CSV' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^merchants-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines.length).toBeGreaterThan(20);
});
