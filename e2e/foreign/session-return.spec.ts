import { expect, type Page } from '@playwright/test';
import { UNAUTHENTICATED } from '../support/answers.ts';
import type { ForeignServer } from '../support/foreign-server.ts';
import { test } from '../support/foreign-test.ts';
import { friendlyScript } from '../support/friendly/friendly-script.ts';
import { uuidOfUser } from '../support/friendly/friendly-users.ts';
import { codeCells, enterPassword, expectScreen, logOut } from '../support/screens.ts';

const CREDENTIALS = { email: 'ada@example.com', password: 'any password' };
const PLACE = `/users?search=a&user=${uuidOfUser(0)}`;

const panel = (page: Page) => page.locator('dialog[data-side="right"]');
const feeRate = (page: Page) => panel(page).getByLabel('Service Fee Rate');

/** Ends the session until the next sign-in. */
function expire({ answer }: ForeignServer): void {
  const { 'GET /auth/me': me, 'POST /auth/2fa/verify': verify } = friendlyScript();
  const save = `PUT /users/${uuidOfUser(0)}/settings`;
  const { [save]: saved } = friendlyScript();
  answer({
    'GET /auth/me': UNAUTHENTICATED,
    [save]: UNAUTHENTICATED,
    'POST /auth/2fa/verify': (call) => {
      answer({ ...(me && { 'GET /auth/me': me }), ...(saved && { [save]: saved }) });
      return typeof verify === 'function' ? verify(call) : {};
    },
  });
}

async function signIn(page: Page): Promise<void> {
  await expectScreen(page, '/login', 'Admin Sign In');
  await enterPassword(page, CREDENTIALS);
  await expectScreen(page, '/verify-otp', 'Verify');
  await codeCells(page).pressSequentially('123456');
}

test('returns to the same page and panel after the session ended while typing', async ({ page, serve }) => {
  const server = await serve();
  await page.goto(server.origin + PLACE);
  await feeRate(page).fill('0.07');
  expire(server);
  await feeRate(page).press('Enter');
  await expectScreen(page, '/login', 'Admin Sign In');
  await page.reload();
  await signIn(page);
  await expectScreen(page, '/users', 'User Management');
  await expect(page).toHaveURL(server.origin + PLACE);
  await expect(feeRate(page)).toBeVisible();

  await page.goto(`${server.origin}/`);
  await expectScreen(page, '/dashboard', 'Dashboard');
});

test('opens the dashboard without a sign-in, although a session ended elsewhere before', async ({
  page,
  serve,
}) => {
  const { origin } = await serve();
  await page.goto(`${origin}/dashboard`);
  await page.evaluate((value) => sessionStorage.setItem('return-path', value), PLACE);
  await page.goto(`${origin}/`);
  await expectScreen(page, '/dashboard', 'Dashboard');
});

test('starts at the dashboard after a logout', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(origin + PLACE);
  await panel(page).getByRole('button', { name: 'Close' }).last().click();
  await logOut(page);
  await signIn(page);
  await expectScreen(page, '/dashboard', 'Dashboard');
});

for (const place of [
  'https://evil.example/users',
  '//evil.example/users',
  '/\\evil.example/users',
  '/.//evil.example/users',
  '/\t/evil.example/users',
  'javascript:alert(1)',
  '/login?again',
  'http://',
]) {
  test(`opens the dashboard instead of the stored path ${JSON.stringify(place)}`, async ({ page, serve }) => {
    const server = await serve({ 'GET /auth/me': UNAUTHENTICATED });
    expire(server);
    await page.goto(`${server.origin}/login`);
    await page.evaluate((value) => sessionStorage.setItem('return-path', value), place);
    await signIn(page);
    await expectScreen(page, '/dashboard', 'Dashboard');
    expect(new URL(page.url()).origin).toBe(server.origin);
  });
}
