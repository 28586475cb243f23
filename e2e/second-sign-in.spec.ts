import { expect } from '@playwright/test';
import { startSignIn } from './support/enrolment.ts';
import { test } from './support/product-test.ts';
import { codeCells, enterBackupCode, enterPassword, expectScreen, logOut, toast } from './support/screens.ts';

// @spec 1.3, 5.25
test('logs out and signs in again with the authenticator and with a backup code', async ({
  page,
  administrator,
}) => {
  const [backupCode = '', otherCode = ''] = administrator.backupCodes;

  await page.goto('/dashboard');
  await logOut(page);
  await expectScreen(page, '/login', 'Admin Sign In');
  await page.goto('/users');
  await expectScreen(page, '/login', 'Admin Sign In');

  await enterPassword(page, administrator);
  await expectScreen(page, '/verify-otp', 'Verify');
  await codeCells(page).pressSequentially(await administrator.authenticator.nextCode());
  await expect(toast(page, 'Authentication successful')).toBeVisible();
  await expectScreen(page, '/dashboard', 'Dashboard');

  await logOut(page);
  await enterPassword(page, administrator);
  await enterBackupCode(page, backupCode);
  await expectScreen(page, '/dashboard', 'Dashboard');

  await logOut(page);
  await enterPassword(page, administrator);
  await enterBackupCode(page, backupCode);
  await expect(page.getByText('Invalid code. Please try again.')).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Backup code' });
  await expect(field).toHaveValue('');
  // Codes are often written down in groups and in lower case.
  await field.fill(` ${otherCode.slice(0, 5)}-${otherCode.slice(5)} `.toLowerCase());
  await expectScreen(page, '/dashboard', 'Dashboard');
});

test('accepts codes in the digits of other scripts and in look-alike letters', async ({
  page,
  administrator,
}) => {
  await page.goto('/dashboard');
  await logOut(page);
  await enterPassword(page, administrator);
  await expectScreen(page, '/verify-otp', 'Verify');
  await codeCells(page).focus();
  for (const [index, digit] of Array.from(await administrator.authenticator.nextCode()).entries()) {
    const zero = [0xff10, 0x0660, 0x06f0][index % 3] ?? 0;
    await page.keyboard.insertText(String.fromCodePoint(zero + Number(digit)));
  }
  await expectScreen(page, '/dashboard', 'Dashboard');

  await logOut(page);
  await enterPassword(page, administrator);
  const code = administrator.backupCodes[3] ?? '';
  await enterBackupCode(page, code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l'));
  await expectScreen(page, '/dashboard', 'Dashboard');
});

test('opens the requested page after a sign-in without a valid session', async ({ page, administrator }) => {
  const [firstCode = '', secondCode = ''] = administrator.backupCodes;
  await page.goto('/dashboard');
  await logOut(page);
  const [cookie] = await page.context().cookies();
  for (const [code, cookies] of [
    [firstCode, []],
    // An unknown cookie has the same effect as an expired session.
    [secondCode, [{ name: cookie?.name ?? '', value: 'A'.repeat(43), url: page.url() }]],
  ] as const) {
    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    await page.goto('/dashboard');
    await expectScreen(page, '/login', 'Admin Sign In');
    await enterPassword(page, administrator);
    await enterBackupCode(page, code);
    await expectScreen(page, '/dashboard', 'Dashboard');
    await expect(page.getByRole('region', { name: 'Total orders' })).toContainText(/\d/);
    await expect(page.getByRole('alert')).toBeHidden();
  }
});

// @spec D.15
test('ends the sign-in after the fifth wrong code', async ({ page, administrator }) => {
  await page.goto('/dashboard');
  await logOut(page);
  await enterPassword(page, administrator);
  await expectScreen(page, '/verify-otp', 'Verify');
  const wrong = administrator.authenticator.wrongCode();
  for (const left of ['4 attempts', '3 attempts', '2 attempts', '1 attempt']) {
    await codeCells(page).pressSequentially(wrong);
    await expect(page.getByText('Invalid code. Please try again.')).toBeVisible();
    await expect(page.getByText(`${left} remaining`)).toBeVisible();
    await expect(codeCells(page)).toHaveValue('');
  }
  await codeCells(page).pressSequentially(wrong);
  await expect(page.getByText('Sign-in expired')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await expectScreen(page, '/login', 'Admin Sign In');
  await enterPassword(page, administrator);
  await codeCells(page).pressSequentially(await administrator.authenticator.nextCode());
  await expectScreen(page, '/dashboard', 'Dashboard');
});

// @spec 2.47, D.3
test('returns from the code step to the sign-in page on Cancel', async ({ page, administrator }) => {
  await page.goto('/dashboard');
  await logOut(page);
  await enterPassword(page, administrator);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectScreen(page, '/login', 'Admin Sign In');
});

// @spec 2.8, 6.1
test('redirects every admin page to the sign-in page until the code is entered', async ({
  page,
  context,
  administrator,
  newcomer,
}) => {
  for (const { email, password } of [administrator, newcomer]) {
    await context.clearCookies();
    await startSignIn(context.request, { email, password });
    for (const address of ['/dashboard', '/users', '/']) {
      await page.goto(address);
      await expectScreen(page, '/login', 'Admin Sign In');
    }
  }
});
