import { expect, type Page } from '@playwright/test';
import { test } from '../../support/foreign-test.ts';
import { expectFocusKept, expectFocusShown, pressAt, tabTo, typeInto } from '../../support/keyboard.ts';
import { codeCells, expectScreen, toast } from '../../support/screens.ts';

const OFF = { 'GET /auth/2fa/status': { body: { enabled: false } } };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('changes the password by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/account-settings`);
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const current = dialog.getByLabel('Current Password', { exact: true });
  await pressAt(page, button(page, 'Change'));
  await expectFocusShown(page);
  await expectFocusKept(page, dialog);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Change')).toBeFocused();
  await page.keyboard.press('Enter');
  await pressAt(page, dialog.getByRole('button', { name: 'Change password' }));
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription(/Please enter your current password/);
  await page.keyboard.type('right');
  await typeInto(page, dialog.getByLabel('New Password', { exact: true }), 'Quiet-Lantern-42-Rope');
  await typeInto(page, dialog.getByLabel('Confirm Password', { exact: true }), 'Quiet-Lantern-42-Rope');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Password changed successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Change')).toBeFocused();
});

test('logs one session out, then all others, by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/account-settings`);
  await pressAt(page, button(page, 'Log out curl, 198.51.100.9'));
  const one = page.getByRole('dialog', { name: 'Log out curl?' });
  await expectFocusKept(page, one);
  await pressAt(page, one.getByRole('button', { name: /^Log out/ }));
  await expect(button(page, 'Log out curl, 198.51.100.9')).toBeHidden();
  await expectFocusShown(page);
  // Tabs backwards, because the toast comes next in forward order.
  await tabTo(page, button(page, 'Log out all other sessions'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const all = page.getByRole('dialog', { name: 'Log out all other sessions?' });
  await pressAt(page, all.getByRole('button', { name: /^Log out/ }));
  await expect(page.getByText("You're not signed in anywhere else.")).toBeVisible();
  await expectFocusShown(page);
});

test('regenerates the backup codes by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/account-settings`);
  await pressAt(page, button(page, 'Regenerate backup codes'));
  await expect(codeCells(page)).toBeFocused();
  await page.keyboard.type('123456');
  const codes = page.getByRole('dialog', { name: 'Backup codes', exact: true });
  await expect(codes).toBeVisible();
  await expectFocusShown(page);
  await expectFocusKept(page, codes);
  await page.keyboard.press('Escape');
  await expect(codes.getByRole('status').filter({ hasText: 'select Continue' })).toBeVisible();
  await pressAt(page, codes.getByRole('button', { name: 'Continue' }));
  await expect(codes).toBeHidden();
  await expect(button(page, 'Regenerate backup codes')).toBeFocused();
});

test('enables two-factor authentication by keyboard', async ({ page, serve }) => {
  const { origin } = await serve(OFF);
  await page.goto(`${origin}/account-settings`);
  await pressAt(page, button(page, 'Enable'));
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
  await expect(dialog.getByRole('img', { name: 'QR code of the secret key' })).toBeVisible();
  await expectFocusShown(page);
  await expectFocusKept(page, dialog);
  await typeInto(page, codeCells(page), '123456');
  const codes = page.getByRole('dialog', { name: 'Backup codes', exact: true });
  await expect(codes).toBeVisible();
  await expectFocusShown(page);
  await pressAt(page, codes.getByRole('button', { name: 'Continue' }));
  await expect(codes).toBeHidden();
  await expectFocusShown(page);
});

test('disables two-factor authentication by keyboard and returns to the sign-in page', async ({
  page,
  serve,
}) => {
  const { origin } = await serve();
  await page.goto(`${origin}/account-settings`);
  await pressAt(page, button(page, 'Disable'));
  await expect(codeCells(page)).toBeFocused();
  await page.keyboard.type('000000');
  await expect(codeCells(page)).toHaveAccessibleDescription(/Invalid code/);
  await expect(codeCells(page)).toBeFocused();
  await page.keyboard.type('123456');
  await expectScreen(page, '/login', 'Admin Sign In');
});
