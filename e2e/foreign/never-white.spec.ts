import { expect, type Page } from '@playwright/test';
import { test } from '../support/breaking-test.ts';
import { friendlyScript } from '../support/friendly/friendly-script.ts';
import { expectScreen } from '../support/screens.ts';
import type { Script, ScriptedAnswer } from '../support/script.ts';

const notStarted = (page: Page) => page.getByText('This page could not be started.');
const START = '**/assets/start-*.js';
const LIES: readonly ScriptedAnswer[] = [
  { text: 'null' },
  { body: [] },
  { body: {} },
  { body: 42 },
  { body: 'yes' },
  { body: { users: [null], merchants: [null], invitations: [null], logs: [null], wallets: [null] } },
  { body: { users: {}, merchants: 1, invitations: 'x', logs: true, wallets: null, totalCount: 'many' } },
  { text: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } },
];

/** Returns an invalid response for every read except the current administrator. */
function invalidScript(lie: ScriptedAnswer): Script {
  const reads = Object.keys(friendlyScript()).filter(
    (call) => call.startsWith('GET ') && !call.startsWith('GET /auth/'),
  );
  return Object.fromEntries(reads.map((call) => [call, lie]));
}

for (const path of ['/dashboard', '/users', '/merchants', '/wallets', '/invitations', '/audit-logs']) {
  test(`${path} shows a message for every kind of invalid response`, async ({ page, serve }) => {
    const { origin, answer } = await serve();
    for (const lie of LIES) {
      answer(invalidScript(lie));
      await page.goto(origin + path);
      const sentence = page.getByText(/^(Something went wrong|Failed to load|Retry|Try again|No )/).first();
      await expect(sentence, JSON.stringify(lie)).toBeVisible();
      await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
    }
  });
}

test('shows an error with Retry if the response has no valid administrator', async ({ page, serve }) => {
  const { origin, answer } = await serve();
  for (const lie of [...LIES, { body: { email: 5 } }]) {
    answer({ 'GET /auth/me': lie });
    await page.goto(`${origin}/users`);
    await expect(page.getByText("Couldn't check your session")).toBeVisible();
  }
  const { 'GET /auth/me': me = {} } = friendlyScript();
  answer({ 'GET /auth/me': me });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expectScreen(page, '/users', 'User Management');
});

test('shows an error if the shell cannot render, and Retry renders it', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.addInitScript(() => {
    Object.defineProperty(document, 'cookie', {
      configurable: true,
      get: () => {
        throw new Error('No cookies today');
      },
    });
  });
  await page.goto(`${origin}/users`);
  await expect(page.getByRole('alert')).toContainText('Something went wrong');
  await expect(page.getByRole('alert')).toContainText('No cookies today');
  await page.evaluate(() => Object.defineProperty(document, 'cookie', { get: () => '' }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectScreen(page, '/users', 'User Management');
});

test('works in a browser without storage', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
  for (const [path, heading] of [
    ['/users', 'User Management'],
    ['/audit-logs', 'Audit Logs'],
    ['/setup-2fa', 'Set up 2FA'],
  ] as const) {
    await page.goto(origin + path);
    await expectScreen(page, path, heading);
  }
});

test('ignores the failure of a prefetched call', async ({ page, serve }) => {
  const { origin } = await serve({}, { prerendered: true });
  const users = '**/api/admin/v1/users?*';
  await page.route(users, (route) => route.abort());
  await page.goto(`${origin}/users`);
  await expect(page.getByText("Couldn't load users")).toBeVisible();
  await expect(page.locator('html')).not.toHaveClass(/has-failed/);
  await page.unroute(users);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Ada Lovelace').first()).toBeVisible();
});

const BROKEN: readonly [string, { status: number; contentType: string; body: string }][] = [
  ['are gone', { status: 404, contentType: 'text/plain', body: '' }],
  ['are a page', { status: 200, contentType: 'text/html', body: '<p>Welcome</p>' }],
  ['fail', { status: 200, contentType: 'text/javascript', body: 'throw new Error("broken")' }],
];

for (const [what, file] of BROKEN) {
  test(`shows a message if the page's files ${what}`, async ({ page, serve }) => {
    const { origin } = await serve({}, { prerendered: true });
    await page.route(START, (route) => route.fulfill(file));
    for (const path of ['/users', '/login', '/nowhere']) {
      await page.goto(origin + path);
      await expect(notStarted(page)).toBeVisible();
      await expect(page.getByText('User Management')).toBeHidden();
    }
    await page.unroute(START);
    await page.goto(`${origin}/users`);
    await expectScreen(page, '/users', 'User Management');
    await expect(notStarted(page)).toBeHidden();
  });
}
