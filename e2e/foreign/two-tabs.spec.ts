import { expect } from '@playwright/test';
import { UNAUTHENTICATED } from '../support/answers.ts';
import { test } from '../support/foreign-test.ts';
import { codeCells, enterPassword, expectScreen, logOut, menuLink } from '../support/screens.ts';

const CREDENTIALS = { email: 'ada@example.com', password: 'any password' };

test('logs out of both tabs at once and signs in to both with one sign-in', async ({
  page,
  context,
  serve,
}) => {
  const { origin } = await serve();
  const other = await context.newPage();
  await other.goto(`${origin}/users`);
  await menuLink(other, 'Merchants').click();
  await expectScreen(other, '/merchants', 'Merchant Management');
  await page.goto(`${origin}/dashboard`);
  await logOut(page);
  await expectScreen(other, '/login', 'Admin Sign In');
  for (let times = 0; times < 2; times++) {
    await other.goBack();
    await expectScreen(other, '/login', 'Admin Sign In');
    await expect(other.getByRole('table')).toHaveCount(0);
  }

  await enterPassword(page, CREDENTIALS);
  await codeCells(page).pressSequentially('123456');
  await expectScreen(page, '/dashboard', 'Dashboard');
  await expectScreen(other, '/merchants', 'Merchant Management');
  await expect(other.getByRole('row').nth(1)).toBeVisible();
});

test('checks the session in the other tab when one tab finds it ended', async ({ page, context, serve }) => {
  const { origin, answer } = await serve();
  const other = await context.newPage();
  await other.goto(`${origin}/users`);
  await expect(other.getByText('Ada Lovelace').first()).toBeVisible();
  await page.goto(`${origin}/users`);
  await expect(page.getByText('Ada Lovelace').first()).toBeVisible();
  answer({ 'GET /auth/me': UNAUTHENTICATED, 'GET /users': UNAUTHENTICATED });
  await page.getByRole('button', { name: 'Next' }).click();
  await expectScreen(page, '/login', 'Admin Sign In');
  await expectScreen(other, '/login', 'Admin Sign In');
});

test('hides the data of the previous administrator from the next one', async ({ page, context, serve }) => {
  const { origin, answer } = await serve();
  const other = await context.newPage();
  await other.goto(`${origin}/users`);
  await expect(other.getByText('Ada Lovelace').first()).toBeVisible();
  const users = Promise.withResolvers<void>();
  answer({
    'GET /auth/me': { body: { uuid: '0b6fd17c-1b5f-4d64-8d5c-1d53dd5b2f10', email: 'grace@example.com' } },
    'GET /users': async () => {
      await users.promise;
      return { body: { users: [], totalCount: 0 } };
    },
  });
  await page.goto(`${origin}/dashboard`);
  await expectScreen(page, '/dashboard', 'Dashboard');
  await expect(other.getByText('Ada Lovelace')).toHaveCount(0);
  users.resolve();
  await expect(other.getByText('No users yet')).toBeVisible();
  await other.getByRole('button', { name: 'User menu' }).click();
  await expect(other.getByRole('menu').getByText('grace@example.com')).toBeVisible();
});
