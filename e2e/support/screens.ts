import { expect, type Locator, type Page } from '@playwright/test';
import type { Credentials } from './product.ts';

/** Fills the sign-in screen in and sends it. */
export async function enterPassword(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The six cells; they submit themselves when they are full. */
export function codeCells(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Authenticator code' });
}

export async function enterBackupCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Use a backup code' }).click();
  await page.getByRole('textbox', { name: 'Backup code' }).fill(code);
}

/** The toast with this title. */
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

export async function openUserMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'User menu' }).click();
  return page.getByRole('menu', { name: 'User menu' });
}

export async function logOut(page: Page): Promise<void> {
  const menu = await openUserMenu(page);
  await menu.getByRole('menuitem', { name: 'Log out' }).click();
}
