import { expect, type Page } from '@playwright/test';
import { test } from '../support/foreign-test.ts';
import { uuidOfUser } from '../support/friendly/friendly-users.ts';
import { addressOfWallet, idOfWallet } from '../support/friendly/friendly-wallets.ts';
import { expectScreen, openUserMenu, toast, typeIntoGoTo } from '../support/screens.ts';

const goTo = (page: Page) => page.getByRole('dialog', { name: 'Go to' });
const option = (page: Page, name: string | RegExp) => goTo(page).getByRole('option', { name });
const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');

test('the palette opens everything by keyboard alone', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/dashboard`);

  await typeIntoGoTo(page, 'invi');
  await page.keyboard.press('Enter');
  await expectScreen(page, '/invitations', 'Invitation Management');

  await typeIntoGoTo(page, 'ada');
  await expect(option(page, 'Ada Lovelace user0@example.com')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/users?user=${uuidOfUser(0)}`);
  const user = page.getByRole('dialog', { name: 'User Management' });
  await expect(user).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${origin}/users`);
  await expect(page.getByRole('main')).toBeFocused();

  const address = addressOfWallet(104);
  await typeIntoGoTo(page, address);
  await expect(option(page, new RegExp(address))).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/wallets?type=inbound&wallet=${idOfWallet(104)}`);
  await expect(page.getByRole('dialog', { name: 'Wallet Details' })).toBeFocused();

  await typeIntoGoTo(page, 'harbour coffee 12');
  await expect(option(page, /^Harbour Coffee 12/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/merchants?search=Harbour+Coffee+12`);
  await expect(rows(page)).toHaveCount(1);

  await typeIntoGoTo(page, 'dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toContainClass('dark');

  await typeIntoGoTo(page, 'log out');
  await page.keyboard.press('Enter');
  await expectScreen(page, '/login', 'Admin Sign In');
});

test('Escape and a click outside close the palette and return the focus', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/users`);
  const row = page.getByRole('button', { name: 'Ada Lovelace' }).first();
  await row.focus();
  await typeIntoGoTo(page, 'ada');
  await page.keyboard.press('Escape');
  await expect(goTo(page)).toHaveCount(0);
  await expect(row).toBeFocused();

  const button = page.getByRole('button', { name: 'Go to...' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(goTo(page).getByRole('combobox')).toBeFocused();
  await page.mouse.click(20, 880);
  await expect(goTo(page)).toHaveCount(0);
  await expect(button).toBeFocused();

  await expect(await openUserMenu(page)).toBeVisible();
  await typeIntoGoTo(page, '');
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('the active entry of the palette stays in view', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.setViewportSize({ width: 1024, height: 500 });
  await page.goto(`${origin}/dashboard`);
  await typeIntoGoTo(page, '');
  await expect(option(page, 'Logout')).not.toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(option(page, 'Logout')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Home');
  await expect(option(page, 'Dashboard')).toBeInViewport({ ratio: 1 });
});

test('the palette asks before it discards unsaved changes in a panel', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/users?user=${uuidOfUser(0)}`);
  await page.getByLabel('Service Fee Rate').fill('0.1');
  await typeIntoGoTo(page, 'merch');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(goTo(page)).toHaveCount(0);
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter');
  await expect(page).toHaveURL(`${origin}/users?user=${uuidOfUser(0)}`);
});

test('the palette reports an unreachable server once', async ({ page, serve }) => {
  const { origin } = await serve({ 'GET /users': { hangUp: true } });
  await page.goto(`${origin}/dashboard`);
  const dialog = await typeIntoGoTo(page, 'ada');
  await expect(toast(page, 'Network Error')).toHaveCount(1);
  await expect(dialog.getByRole('status')).toHaveText('No results for “ada”.');
});

test('on a phone, a search icon opens the palette, which fits the screen', async ({ page, serve }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { origin } = await serve();
  await page.goto(`${origin}/account-settings`);
  const button = page.getByRole('button', { name: 'Go to...' });
  await expect.poll(() => button.boundingBox()).toMatchObject({ width: 44, height: 44 });
  await button.click();
  await goTo(page).getByRole('combobox').fill('user1');
  await option(page, /^X/).first().click();
  await expect(page.getByRole('dialog', { name: 'Blocked User' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('a question mark lists the shortcuts, and single-key shortcuts can be turned off', async ({
  page,
  serve,
}) => {
  const { origin } = await serve();
  await page.goto(`${origin}/users`);
  const row = page.getByRole('button', { name: 'Ada Lovelace' }).first();
  await row.focus();
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();

  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search users' });
  await expect(search).toBeFocused();
  await page.keyboard.type('?/');
  await expect(search).toHaveValue('?/');

  await typeIntoGoTo(page, 'shortcuts');
  await page.keyboard.press('Enter');
  await shortcuts.getByRole('checkbox').press('Space');
  await page.keyboard.press('Escape');
  await row.focus();
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  await expect(row).toBeFocused();
  await expect(shortcuts).toHaveCount(0);
});
