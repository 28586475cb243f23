import { SIDEBAR } from '@halyard/contract/constants';
import { expect } from '@playwright/test';
import { test } from './support/product-test.ts';
import { expectScreen, menuLink, openUserMenu, typeIntoGoTo } from './support/screens.ts';

const ENTRIES = [
  ['Dashboard', '/dashboard', 'Dashboard'],
  ['Users', '/users', 'User Management'],
  ['Merchants', '/merchants', 'Merchant Management'],
  ['Wallets', '/wallets', 'Wallet Management'],
  ['Invitations', '/invitations', 'Invitation Management'],
  ['Audit Logs', '/audit-logs', 'Audit Logs'],
  ['Account Settings', '/account-settings', 'Account Settings'],
] as const;

// @spec 2.7, 2.10, 2.17, 2.27, D.3
test('opens every page from the menu and shows it in the breadcrumb', async ({ adminPage: page }) => {
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(menu.getByRole('link')).toHaveText(ENTRIES.map(([name]) => name));
  for (const [name, path, heading] of ENTRIES) {
    await menu.getByRole('link', { name, exact: true }).click();
    await expectScreen(page, path, heading);
    await expect(menu.locator('[aria-current=page]')).toHaveText(name);
    await expect(breadcrumb).toHaveText(name === 'Dashboard' ? 'Dashboard' : `Dashboard${name}`);
  }
  await breadcrumb.getByRole('link', { name: 'Dashboard' }).click();
  await expectScreen(page, '/dashboard', 'Dashboard');
});

// @spec 2.9
test('shows "Not found" in the shell for an unknown path', async ({ adminPage: page }) => {
  await page.goto('/nowhere/at-all');
  await expectScreen(page, '/nowhere/at-all', 'Not found');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

for (const [address, heading] of [
  ['/users?search=100%', 'User Management'],
  ['/users?search=%ff&page=%', 'User Management'],
  ['/wallets?type=inbound&search=%zz', 'Wallet Management'],
  ['/audit-logs?%00=1&entry=%', 'Audit Logs'],
  ['/users%', 'Not found'],
  ['/users/%zz', 'Not found'],
  ['/%ff', 'Not found'],
] as const) {
  test(`opens a page of the product at the malformed address ${address}`, async ({ adminPage: page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
}

for (const [address, heading] of [
  ['/reset-password?token=abc%', 'Reset your password'],
  ['/login?next=%zz', 'Admin Sign In'],
  ['/forgot-password?%E0%A4%A', 'Reset your password'],
] as const) {
  test(`opens a public page at the malformed address ${address}`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  });
}

test('shows "Not found" without the shell for a path below a public page', async ({ page }) => {
  await page.goto('/login/nowhere');
  await expectScreen(page, '/login/nowhere', 'Not found');
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
});

// @spec 2.24, 4.22, 9.37, 9.38
test('remembers the sidebar state for seven days', async ({ adminPage: page, context }) => {
  const sidebar = page.locator('[data-state=expanded], [data-state=collapsed]');
  const width = async () => (await sidebar.boundingBox())?.width;
  const stored = async () =>
    (await context.cookies()).find(({ name }) => name === SIDEBAR.cookieName) ?? { value: '', expires: 0 };

  await page.goto('/dashboard');
  await expect(sidebar).toHaveAttribute('data-state', 'expanded');
  await expect.poll(width).toBe(SIDEBAR.widthRem * 16);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
  await expect.poll(width).toBe(SIDEBAR.iconWidthRem * 16);
  await expect.poll(async () => (await stored()).value).toBe('false');
  const { expires } = await stored();
  expect(Math.round((expires - Date.now() / 1_000) / 86_400)).toBe(7);

  await page.reload();
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
  await menuLink(page, 'Users').hover();
  await expect(page.getByRole('tooltip')).toHaveText('Users');
  await page.keyboard.press('Control+b');
  await expect(sidebar).toHaveAttribute('data-state', 'expanded');
  await expect.poll(async () => (await stored()).value).toBe('true');
  await page.keyboard.press('Meta+b');
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
});

test('answers shortcuts on keyboards without Latin letters', async ({ adminPage: page }) => {
  await page.goto('/dashboard');
  await expectScreen(page, '/dashboard', 'Dashboard');
  const sidebar = page
    .locator('[data-state]')
    .filter({ has: page.getByRole('navigation', { name: 'Main' }) });
  const goTo = page.getByRole('dialog', { name: 'Go to' });
  const press = async (key: string, code: string) =>
    await page.locator('body').dispatchEvent('keydown', { key, code, ctrlKey: true });
  for (const [key, state] of [
    ['и', 'collapsed'],
    ['β', 'expanded'],
    ['لا', 'collapsed'],
    ['נ', 'expanded'],
    ['ㅠ', 'collapsed'],
    // On a Dvorak keyboard, this place types an x.
    ['x', 'collapsed'],
  ] as const) {
    await press(key, 'KeyB');
    await expect(sidebar.first()).toHaveAttribute('data-state', state);
  }
  await press('л', 'KeyK');
  await expect(goTo).toBeVisible();
  await press('л', 'KeyK');
  await expect(goTo).toBeHidden();
});

// @spec 2.25, 9.39
test('shows the menu as a sheet on a phone', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await expectScreen(page, '/dashboard', 'Dashboard');
  const button = page.getByRole('button', { name: 'Toggle sidebar' });
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await button.click();
  await expect(sheet).toBeVisible();
  await expect
    .poll(async () => await sheet.boundingBox())
    .toMatchObject({ x: 0, width: SIDEBAR.mobileWidthRem * 16, height: 844 });
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await sheet.getByRole('link', { name: 'Users' }).click();
  await expect(sheet).toBeHidden();
  await expectScreen(page, '/users', 'User Management');
  await button.click();
  await page.mouse.click(380, 400);
  await expect(sheet).toBeHidden();
  const { clientWidth, scrollWidth } = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return { clientWidth, scrollWidth };
  });
  expect(scrollWidth).toBe(clientWidth);
});

// @spec 1.15, 4.23, D.152
test('remembers the theme, applies it before the first paint, and follows the system if chosen', async ({
  adminPage: page,
}) => {
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/dashboard');
  await expect.poll(isDark).toBe(false);
  const menu = await openUserMenu(page);
  await expect(menu.getByRole('menuitemradio', { name: 'System' })).toBeChecked();
  await menu.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(isDark).toBe(true);

  // The inline script sets the theme while all script files are still loading.
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.body !== null);
  await expect.poll(isDark).toBe(true);
  await page.unroute('**/assets/*.js');

  await page.goto('/dashboard');
  const again = await openUserMenu(page);
  await expect(again.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
  await again.getByRole('menuitemradio', { name: 'System' }).click();
  await expect.poll(isDark).toBe(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(isDark).toBe(true);
});

test('shows who is signed in, and gives the page no outline when a key opens it', async ({
  page,
  administrator,
}) => {
  await page.goto('/dashboard');
  await expectScreen(page, '/dashboard', 'Dashboard');
  await expect(page.getByRole('banner').getByText(administrator.email)).toBeVisible();
  await typeIntoGoTo(page, 'Merchants');
  await page.keyboard.press('Enter');
  await expectScreen(page, '/merchants', 'Merchant Management');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('main')).toHaveCSS('outline-style', 'none');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(await openUserMenu(page)).toContainText(administrator.email);
});

test('shows icons and tables on a tablet, unless the sidebar was expanded there', async ({
  adminPage: page,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto('/users');
  await expectScreen(page, '/users', 'User Management');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar).toHaveAttribute('data-state', 'collapsed');
  await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible();
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(sidebar).toHaveAttribute('data-state', 'expanded');
  await page.reload();
  await expect(sidebar).toHaveAttribute('data-state', 'expanded');
});
