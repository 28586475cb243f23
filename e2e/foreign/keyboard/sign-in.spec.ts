import { expect } from '@playwright/test';
import { inTurn, UNAUTHENTICATED } from '../../support/answers.ts';
import { test } from '../../support/foreign-test.ts';
import { expectFocusShown, pressAt, tabTo, typeInto } from '../../support/keyboard.ts';
import { codeCells, expectScreen } from '../../support/screens.ts';

const ADMINISTRATOR = { uuid: '4f6f2c1e-8f6b-4d4e-9a57-6a1c2d9b7e10', email: 'ada@example.com' };

/** Rejects only the first session check. */
const SIGNING_IN = { 'GET /auth/me': inTurn(UNAUTHENTICATED, { body: ADMINISTRATOR }) };

test('signs in and verifies by keyboard alone', async ({ page, serve }) => {
  const { origin } = await serve(SIGNING_IN);
  await page.goto(`${origin}/login`);
  await expectScreen(page, '/login', 'Admin Sign In');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please input your email');
  await page.keyboard.type('ada@example.com');
  await typeInto(page, page.getByLabel('Password', { exact: true }), 'secret');
  await page.keyboard.press('Enter');

  await expect(codeCells(page)).toBeFocused();
  await expectFocusShown(page);
  await page.keyboard.type('000000');
  await expect(codeCells(page)).toHaveAccessibleDescription(/Invalid code. Please try again./);
  await expect(codeCells(page)).toBeFocused();
  await pressAt(page, page.getByRole('button', { name: 'Use a backup code' }), 'Space');
  await expect(page.getByLabel('Backup code')).toBeFocused();
  await pressAt(page, page.getByRole('button', { name: 'Use your authenticator app' }));
  await expect(codeCells(page)).toBeFocused();
  await page.keyboard.type('123456');
  await expectScreen(page, '/dashboard', 'Dashboard');
  await expectFocusShown(page);
});

test('returns from the code step to the sign-in page by keyboard', async ({ page, serve }) => {
  const { origin } = await serve({ 'GET /auth/me': UNAUTHENTICATED });
  await page.goto(`${origin}/verify-otp`);
  await pressAt(page, page.getByRole('button', { name: 'Cancel' }));
  await expectScreen(page, '/login', 'Admin Sign In');
  await expectFocusShown(page);
});

test('requests a reset link by keyboard alone', async ({ page, serve }) => {
  const { origin } = await serve({ 'GET /auth/me': UNAUTHENTICATED });
  await page.goto(`${origin}/login`);
  await pressAt(page, page.getByRole('link', { name: 'Forgot your password' }));
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('ada@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
  await pressAt(page, page.getByRole('button', { name: 'try again' }));
  await expect(page.getByLabel('Email')).toBeFocused();
});
