import { expect, type Page } from '@playwright/test';
import { inTurn, refusal, UNAUTHENTICATED } from '../support/answers.ts';
import { test } from '../support/foreign-test.ts';
import { codeCells, expectScreen, toast } from '../support/screens.ts';

const USERS = 'GET /users';
const NEEDS_CODE = refusal(403, '2fa_verification_required', { attemptsRemaining: 3 });
const EMPTY = { body: { users: [], totalCount: 0 } };

const modal = (page: Page) => page.getByRole('dialog', { name: 'Verify Your Identity' });
const wrong = (attemptsRemaining: number) => refusal(403, 'invalid_code', { attemptsRemaining });

for (const [where, body] of [
  ['status', { status: '2fa_verification_required', message: 'x' }],
  ['error', { error: '2fa_verification_required', message: 'x' }],
] as const) {
  // @spec 6.7, 8.4
  test(`retries the call with a code if the field "${where}" asks for one`, async ({ page, serve }) => {
    const server = await serve({ [USERS]: inTurn({ status: 403, body }, EMPTY) });
    await page.goto(`${server.origin}/users`);
    await expect(modal(page)).toBeVisible();
    await expect(modal(page)).toContainText('This action requires two-factor authentication');
    await expect(codeCells(page)).toBeFocused();
    await page.keyboard.type('123456');
    await expect(page.getByText('No users yet')).toBeVisible();
    await expect(modal(page)).toBeHidden();
    const calls = server.calls.filter(({ path }) => path === '/users');
    expect(calls.map(({ headers }) => headers['x-2fa-code'])).toEqual([undefined, '123456']);
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  });
}

test('accepts a backup code for step-up', async ({ page, serve }) => {
  const server = await serve({ [USERS]: inTurn(NEEDS_CODE, EMPTY) });
  await page.goto(`${server.origin}/users`);
  await modal(page).getByRole('button', { name: 'Use a backup code' }).click();
  await modal(page).getByRole('textbox', { name: 'Backup code' }).fill('7Q2MX4KT9A');
  await expect(page.getByText('No users yet')).toBeVisible();
  expect(server.calls.findLast(({ path }) => path === '/users')?.headers['x-2fa-code']).toBe('7Q2MX4KT9A');
});

for (const [who, answers] of [
  ['the server', [wrong(2), wrong(1), wrong(0)]],
  ['the dashboard', [refusal(403, 'invalid_code')]],
] as const) {
  // @spec 8.6, 8.7, 8.8
  test(`stops after three wrong codes, counted by ${who}`, async ({ page, serve }) => {
    const server = await serve({ [USERS]: inTurn(NEEDS_CODE, ...answers) });
    await page.goto(`${server.origin}/users`);
    for (const left of ['2 attempts remaining', '1 attempt remaining']) {
      await codeCells(page).pressSequentially('000000');
      await expect(toast(page, 'Invalid verification code').filter({ hasText: left })).toBeVisible();
      await expect(modal(page)).toContainText('Invalid code. Please try again.');
      await expect(codeCells(page)).toHaveValue('');
    }
    await codeCells(page).pressSequentially('000000');
    await expect(toast(page, 'Maximum verification attempts exceeded')).toContainText(
      'Please try again later',
    );
    await expect(modal(page)).toBeHidden();
    expect(server.calls.filter(({ path }) => path === '/users')).toHaveLength(4);
    await expect(page.getByText("Couldn't load users")).toBeVisible();
  });
}

// @spec 8.9
test('rejects the call when the prompt is cancelled', async ({ page, serve }) => {
  for (const cancel of [
    () => modal(page).getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    const server = await serve({ [USERS]: NEEDS_CODE });
    await page.goto(`${server.origin}/users`);
    await expect(modal(page)).toBeVisible();
    await cancel();
    await expect(modal(page)).toBeHidden();
    await expect(page.getByText("Couldn't load users")).toBeVisible();
    expect(server.calls.filter(({ path }) => path === '/users')).toHaveLength(1);
  }
});

test('shows one prompt for two calls that need a code', async ({ page, serve }) => {
  const figures = await (await serve()).origin;
  const overview = await (await page.request.get(`${figures}/api/admin/v1/analytics/overview`)).json();
  let verified = false;
  const server = await serve({
    'GET /analytics/overview': ({ headers }) => {
      verified ||= headers['x-2fa-code'] === '123456';
      return verified ? { body: overview } : NEEDS_CODE;
    },
    'GET /auth/2fa/status': ({ headers }) => {
      verified ||= headers['x-2fa-code'] === '123456';
      return verified ? { body: { enabled: true, backupCodesRemaining: 2 } } : NEEDS_CODE;
    },
  });
  await page.goto(`${server.origin}/dashboard`);
  await expect(modal(page)).toHaveCount(1);
  await codeCells(page).pressSequentially('123456');
  await expect(page.getByText(`$${overview.revenue.totalUsd}`)).toBeVisible();
  // On a slow machine, a late warning can appear in another place.
  await expect(page.getByText('Only 2 backup codes are left.').filter({ visible: true })).toHaveCount(1);
  await expect(modal(page)).toHaveCount(0);
  const withCode = server.calls.filter(({ headers }) => headers['x-2fa-code'] !== undefined);
  expect(withCode).toHaveLength(1);
});

test('closes the prompt and returns to the sign-in page when the session ends', async ({ page, serve }) => {
  const { origin, answer } = await serve({ [USERS]: inTurn(NEEDS_CODE, UNAUTHENTICATED) });
  await page.goto(`${origin}/users`);
  await expect(modal(page)).toBeVisible();
  answer({ 'GET /auth/me': UNAUTHENTICATED });
  await codeCells(page).pressSequentially('123456');
  await expectScreen(page, '/login', 'Admin Sign In');
  await expect(modal(page)).toHaveCount(0);
});
