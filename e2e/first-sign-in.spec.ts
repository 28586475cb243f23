import { readFile } from 'node:fs/promises';
import { ADMIN_API, BACKUP_CODE_COUNT, QR_CODE } from '@halyard/contract/constants';
import { expect } from '@playwright/test';
import { Authenticator } from './support/authenticator.ts';
import { test } from './support/product-test.ts';
import { readQrCode } from './support/qr-picture.ts';
import { codeCells, enterPassword, expectScreen, toast } from './support/screens.ts';

// @spec 1.2, 1.6, 4.7, 4.24, 6.2, 8.52, 8.56, 8.57, 9.16, 9.21, D.18
test('sets up 2FA at the first sign-in and opens the dashboard', async ({ page, context, newcomer }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

  await page.goto('/');
  await expectScreen(page, '/login', 'Admin Sign In');
  const setup = page.waitForResponse(`**${ADMIN_API}/auth/2fa/setup`);
  await enterPassword(page, newcomer);
  await expect(toast(page, 'Login successful')).toBeVisible();
  await expectScreen(page, '/setup-2fa', 'Set up 2FA');
  const { otpUrl, secret } = await (await setup).json();

  const qrCode = page.getByRole('img', { name: 'QR code of the secret key' });
  await expect(qrCode).toBeVisible();
  await expect
    .poll(() => qrCode.boundingBox())
    .toMatchObject({ width: QR_CODE.sizePx, height: QR_CODE.sizePx });
  expect(await readQrCode(qrCode)).toBe(otpUrl);
  expect(new URL(otpUrl).searchParams.get('secret')).toBe(secret);

  const shownKey = page.getByText('Or enter the secret key').locator('xpath=following-sibling::*');
  await expect(shownKey).toHaveText(secret);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(toast(page, 'Secret key copied')).toBeVisible();
  await expect.poll(clipboard).toBe(secret);

  await codeCells(page).pressSequentially(await new Authenticator(secret).nextCode());
  await expect(toast(page, 'Two-factor authentication enabled')).toBeVisible();
  await expect(
    page.getByText('These codes will not be shown again. Make sure to save them now.'),
  ).toBeVisible();
  const codes = await page
    .getByRole('list', { name: 'Backup codes' })
    .getByRole('listitem')
    .allTextContents();
  expect(new Set(codes).size).toBe(BACKUP_CODE_COUNT);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);

  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(toast(page, 'Backup codes copied to clipboard')).toBeVisible();
  await expect.poll(clipboard).toBe(codes.join('\n'));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^backup-codes-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.txt$/);
  expect((await readFile(await file.path(), 'utf8')).split('\n')).toEqual(codes);
  await expect(toast(page, 'Backup codes downloaded')).toBeVisible();

  await page.getByRole('button', { name: 'Continue' }).click();
  await expectScreen(page, '/dashboard', 'Dashboard');
  await page.getByRole('button', { name: 'User menu' }).click();
  await expect(page.getByRole('menu').getByText(newcomer.email)).toBeVisible();
});

// @spec 2.50
test('ends the session when Logout is clicked during setup', async ({ page, newcomer }) => {
  await page.goto('/login');
  await enterPassword(page, newcomer);
  await expectScreen(page, '/setup-2fa', 'Set up 2FA');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectScreen(page, '/login', 'Admin Sign In');
  expect((await page.request.get(`${ADMIN_API}/auth/2fa/status`)).status()).toBe(401);
});

// @spec 5.26
test('clears a wrong code during setup and shows an error', async ({ page, newcomer }) => {
  await page.goto('/login');
  const setup = page.waitForResponse(`**${ADMIN_API}/auth/2fa/setup`);
  await enterPassword(page, newcomer);
  const { secret } = await (await setup).json();
  const authenticator = new Authenticator(secret);
  await codeCells(page).pressSequentially(authenticator.wrongCode());
  await expect(page.getByText('Invalid code. Please try again.')).toBeVisible();
  await expect(toast(page, 'Invalid verification code')).toBeVisible();
  await expect(codeCells(page)).toHaveValue('');
  await expect(codeCells(page)).toBeFocused();
  await codeCells(page).pressSequentially(await authenticator.nextCode());
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
});
