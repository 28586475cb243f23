import { readFile } from 'node:fs/promises';
import type { OrderPage } from '@halyard/contract/admin-orders';
import { ADMIN_API } from '@halyard/contract/constants';
import type { MerchantDetails } from '@halyard/contract/merchants';
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

test('rejects a fee rate with a percent sign and saves nothing', async ({ adminPage: page }) => {
  await page.goto('/users?page=2');
  await page.locator('[data-row-opener]').nth(6).click();
  const rate = panel(page).getByLabel('Service Fee Rate');
  await expect(rate).not.toHaveValue('');
  const saved = await rate.inputValue();
  const saves: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && saves.push(request.url()));
  for (const text of ['0.5%', '0,05', '1e', '-']) {
    await rate.fill('');
    await rate.pressSequentially(text);
    await expect(rate).toHaveValue(text);
    await panel(page).getByRole('button', { name: 'Save Settings' }).click();
    await expect(rate).toHaveAccessibleDescription(/Enter a decimal with a point, such as 0\.05 for 5%/);
  }
  expect(saves).toEqual([]);
  await rate.fill('0.44');
  await expect(panel(page).getByText('= 44%', { exact: true })).toBeVisible();
  await rate.fill(saved);
  await expect(panel(page).getByRole('button', { name: 'Save Settings' })).toBeDisabled();
});

test('shows a change from another tab before saving over it', async ({ page, context, administrator }) => {
  await page.goto('/users?page=2');
  await page.locator('[data-row-opener]').nth(7).click();
  const rateIn = (tab: Page) => panel(tab).getByLabel('Service Fee Rate');
  const save = (tab: Page) => panel(tab).getByRole('button', { name: 'Save Settings' }).click();
  await expect(rateIn(page)).not.toHaveValue('');
  const before = await rateIn(page).inputValue();
  const other = await context.newPage();
  await other.goto(page.url());
  await rateIn(other).fill('0.63');
  await save(other);
  await expect(toast(other, 'User settings updated successfully')).toBeVisible();

  await rateIn(page).fill('0.68');
  await save(page);
  const question = page.getByRole('dialog', { name: 'These settings have changed' });
  await expect(question).toContainText(administrator.email);
  const row = question.getByRole('row', { name: 'Service Fee Rate' });
  await expect(row).toContainText(`${before} (`);
  await expect(row).toContainText('0.63 (63%)');
  await expect(row).toContainText('0.68 (68%)');
  await page.keyboard.press('Escape');
  await expect(rateIn(page)).toHaveValue('0.68');
  await save(page);
  await expect(toast(page, 'User settings updated successfully')).toBeVisible();
  await page.reload();
  await expect(rateIn(page)).toHaveValue('0.68');
});

test('keeps the fee preview beside the save button', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/users?page=2');
  await page.locator('[data-row-opener]').nth(8).click();
  await panel(page).getByLabel('Service Fee Rate').fill('0.37');
  const boxOf = async (locator: ReturnType<Page['locator']>) =>
    (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const preview = panel(page).getByRole('status').filter({ hasText: 'last 30 days' });
  await expect(preview).toBeVisible();
  const [note, button] = [
    await boxOf(preview),
    await boxOf(panel(page).getByRole('button', { name: 'Save Settings' })),
  ];
  expect(note.x + note.width).toBeLessThanOrEqual(button.x);
  expect(note.y + note.height).toBeLessThanOrEqual(button.y + button.height + 1);
  expect(note.y + note.height).toBeGreaterThan(button.y);
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
  await expect(row.getByRole('button').first()).toBeFocused();
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

test('opens a merchant from its row, and follows its links to orders and owner', async ({
  adminPage: page,
}) => {
  const fetchJson = async (path: string) => await (await page.request.get(`${ADMIN_API}${path}`)).json();
  const { orders }: OrderPage = await fetchJson('/orders?status=paid&limit=100');
  const owned = orders.find(({ user }) => user !== null);
  const merchant: MerchantDetails = await fetchJson(`/merchants/${owned?.merchant.uuid}`);
  const { uuid, name, owner } = merchant;
  await page.goto(`/merchants?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name, exact: true }).first().click();
  await expect(panel(page)).toBeVisible();
  await page.goto(`/merchants?merchant=${uuid}`);
  await panel(page)
    .getByRole('link', { name: /orders, Paid$/ })
    .click();
  await expect(page).toHaveURL(`/orders?merchantUuid=${uuid}&status=paid`);
  await expect(page.getByText(`${merchant.orders.paid.toLocaleString('en-US')} in total`)).toBeVisible();
  await page.goBack();
  await panel(page)
    .getByRole('link', { name: owner?.email ?? '' })
    .click();
  await expect(page).toHaveURL(`/users?user=${owner?.uuid}`);
});
