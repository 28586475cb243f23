import { expect, type Locator, type Page } from '@playwright/test';
import type { Credentials } from './product.ts';

export async function enterPassword(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Code inputs. They submit when filled. */
export function codeCells(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Authenticator code' });
}

export async function enterBackupCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Use a backup code' }).click();
  await page.getByRole('textbox', { name: 'Backup code' }).fill(code);
}

export function toast(page: Page, title: string): Locator {
  return page
    .locator('[data-sonner-toast]')
    .filter({ has: page.locator('[data-title]', { hasText: new RegExp(`^${RegExp.escape(title)}$`) }) });
}

export async function expectScreen(page: Page, path: string, heading: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page).toHaveTitle(`${heading} | Admin | Halyard`);
}

/** An entry of the sidebar. Links on a page can have the same words. */
export function menuLink(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: /^(Main|More)$/ }).getByRole('link', { name, exact: true });
}

/** A range of the dashboard's chart. The revenue breakdown offers periods with the same words. */
export function chartRange(page: Page, name: string): Locator {
  return page.getByRole('group', { name: 'Range' }).getByRole('radio', { name, exact: true });
}

export async function openUserMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'User menu' }).click();
  return page.getByRole('menu', { name: 'User menu' });
}

export async function typeIntoGoTo(page: Page, text: string): Promise<Locator> {
  await expect(page.getByRole('button', { name: 'Go to...' })).toBeEnabled();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text);
  return dialog;
}

export async function logOut(page: Page): Promise<void> {
  const menu = await openUserMenu(page);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
}

/** Clicks a button and returns the dialog that it opens. */
export async function openAccountDialog(page: Page, button: string, dialog: string): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const opened = page.getByRole('dialog', { name: dialog });
  await expect(opened).toBeVisible();
  return opened;
}

export async function fillPasswordChange(
  dialog: Locator,
  { current, next, confirmation = next }: { current: string; next: string; confirmation?: string },
): Promise<void> {
  await dialog.getByLabel('Current Password', { exact: true }).fill(current);
  await dialog.getByLabel('New Password', { exact: true }).fill(next);
  await dialog.getByLabel('Confirm Password', { exact: true }).fill(confirmation);
}

export async function openRow(page: Page, name: string | RegExp): Promise<Locator> {
  await page.getByRole('button', { name, expanded: false }).first().click();
  return page.locator('dialog[data-side="right"]');
}

export async function menuOfInvitation(page: Page, email: string): Promise<Locator> {
  const name = `Actions for ${email}`;
  await page.getByRole('button', { name }).click();
  return page.getByRole('menu', { name });
}
