import { expect, type Page } from '@playwright/test';
import { test } from '../../support/foreign-test.ts';
import { uuidOfUser } from '../../support/friendly/friendly-users.ts';
import { expectFocusShown, pressAt, tabTo, typeInto } from '../../support/keyboard.ts';
import { toast } from '../../support/screens.ts';

const panel = (page: Page) => page.locator('dialog[data-side="right"]');
const tab = (page: Page, name: string) => panel(page).getByRole('tab', { name });
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });
const row = (page: Page, position: number) => page.locator('[data-row-opener]').nth(position);

async function openFound(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/users`);
  await typeInto(page, page.getByRole('searchbox', { name: 'Search users' }), 'user0@');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /^1 in total$/ })).toBeVisible();
  await pressAt(page, row(page, 0));
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeFocused();
}

test('finds a user, views all tabs and leaves by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await openFound(page, origin);
  await tabTo(page, tab(page, 'Details'));
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Activity')).toHaveAttribute('aria-selected', 'true');
  const changes = panel(page).getByText('View changes (2)').first();
  await pressAt(page, changes);
  await expect(panel(page).getByText('maxMerchants')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(row(page, 0)).toBeFocused();
  await pressAt(page, page.getByRole('button', { name: 'Clear' }));
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('changes settings by keyboard, and keeps the focus after saving', async ({ page, serve }) => {
  const { origin } = await serve();
  await openFound(page, origin);
  const rate = panel(page).getByLabel('Service Fee Rate');
  await typeInto(page, rate, '1.5');
  await pressAt(page, button(page, 'Save Settings'));
  await expect(rate).toBeFocused();
  await expect(rate).toHaveAttribute('aria-invalid', 'true');
  await expect(rate).toHaveAccessibleDescription(/The rate must be between 0 and 1/);
  await typeInto(page, rate, '0.07');
  await pressAt(page, button(page, 'Save Settings'));
  await expect(toast(page, 'User settings updated successfully')).toBeVisible();
  await expect(button(page, 'Save Settings')).toBeFocused();
  await tabTo(page, panel(page).getByRole('button', { name: 'Close' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(row(page, 0)).toBeFocused();
});

test('blocks with a reason and unblocks by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await openFound(page, origin);
  await tabTo(page, tab(page, 'Details'));
  await page.keyboard.press('End');
  await expect(tab(page, 'Actions')).toBeFocused();
  await typeInto(page, panel(page).getByLabel('Reason'), 'Three chargebacks in a week');
  await pressAt(page, button(page, 'Block user'));
  await expect(toast(page, 'User user0@example.com has been blocked')).toBeVisible();
  await expect(button(page, 'Unblock user')).toBeVisible();
  await expectFocusShown(page);
  await pressAt(page, button(page, 'Unblock user'));
  await expect(button(page, 'Block user')).toBeVisible();
  await expectFocusShown(page);
});

test('asks before discarding unsaved changes, and keeps editing', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/users?user=${uuidOfUser(0)}`);
  const rate = panel(page).getByLabel('Service Fee Rate');
  await typeInto(page, rate, '0.07');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await expect(question).toBeVisible();
  await expectFocusShown(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(rate).toBeFocused();
});
