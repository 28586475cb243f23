import { expect } from '@playwright/test';
import { test } from '../../support/foreign-test.ts';
import { expectFocusKept, expectFocusShown, pressAt, tabTo } from '../../support/keyboard.ts';
import { expectScreen, menuLink } from '../../support/screens.ts';

test('the first tab stop skips the menu', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/merchants`);
  await expect(page.getByText('Harbour Coffee 0')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expectFocusShown(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expectFocusShown(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeFocused();
});

test('the menu opens every screen and marks the current one', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/dashboard`);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const screens = [
    ['Users', 'User Management'],
    ['Merchants', 'Merchant Management'],
    ['Wallets', 'Wallet Management'],
    ['Invitations', 'Invitation Management'],
    ['Audit Logs', 'Audit Logs'],
    ['Account Settings', 'Account Settings'],
  ] as const;
  for (const [name, heading] of screens) {
    const entry = menu.getByRole('link', { name });
    await pressAt(page, entry);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(entry).toHaveAttribute('aria-current', 'page');
    await expect(entry).toBeFocused();
    await expect(page.locator('[aria-live]').getByText(name, { exact: true })).toBeAttached();
  }
});

test('the sidebar collapses while it has the focus, and a tooltip names the focused entry', async ({
  page,
  serve,
}) => {
  const { origin } = await serve();
  await page.goto(`${origin}/users`);
  const wallets = menuLink(page, 'Wallets');
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
  await tabTo(page, wallets);
  await page.keyboard.press('Control+b');
  await expectFocusShown(page);
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await tabTo(page, menuLink(page, 'Merchants'));
  await expect(page.getByRole('tooltip')).toHaveText('Merchants');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toBeHidden();
  await pressAt(page, toggle, 'Space');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
});

test('the user menu changes the theme and returns the focus', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/users`);
  const button = page.getByRole('button', { name: 'User menu' });
  const menu = page.getByRole('menu', { name: 'User menu' });
  await pressAt(page, button);
  await expect(menu.getByRole('menuitem', { name: 'Account Settings' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem', { name: 'Account Settings' })).toBeFocused();
  for (const name of ['Light', 'Dark']) {
    await page.keyboard.press('ArrowDown');
    await expect(menu.getByRole('menuitemradio', { name })).toBeFocused();
    await expectFocusShown(page);
  }
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('menuitem', { name: 'Account Settings' })).toBeFocused();
  await expect(menu.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
  await page.keyboard.press('End');
  await expect(menu.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectScreen(page, '/login', 'Admin Sign In');
});

test('on a narrow screen the menu is a dialog that traps the focus', async ({ page, serve }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { origin } = await serve();
  await page.goto(`${origin}/users`);
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await pressAt(page, toggle);
  await expect(sheet).toBeVisible();
  await expectFocusKept(page, sheet);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(toggle).toBeFocused();
});
