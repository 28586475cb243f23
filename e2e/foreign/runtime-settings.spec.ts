import { expect } from '@playwright/test';
import { UNAUTHENTICATED } from '../support/answers.ts';
import { test } from '../support/foreign-test.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { enterPassword, expectScreen } from '../support/screens.ts';
import type { ScriptedAnswer } from '../support/script.ts';

const SIGNED_OUT = { 'GET /auth/me': UNAUTHENTICATED };

const UNUSABLE: readonly [string, ScriptedAnswer | undefined][] = [
  ['the page itself in its place', undefined],
  ['404', { status: 404, body: {} }],
  ['500', { status: 500, text: 'oops' }],
  ['half a file', { text: '{"productName": "Ac' }],
  ['a list', { text: '[1, 2]' }],
  ['values of other kinds', { body: { productName: 7, analytics: 'x', imageOrigins: { a: 1 } } }],
  ['nothing in it', { body: {} }],
];

for (const [name, answer] of UNUSABLE) {
  // @spec O.3
  test(`uses the built-in settings silently with ${name}`, async ({ page, serve }) => {
    const { origin } = await serve(SIGNED_OUT, answer ? { files: { '/config.json': answer } } : {});
    const settings = page.waitForResponse('**/config.json');
    await page.goto(`${origin}/login`);
    await settings;
    await expectScreen(page, '/login', 'Admin Sign In');
    await expect(page.getByRole('img', { name: 'Halyard Pay' })).toBeVisible();
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  });
}

for (const prerendered of [true, false]) {
  const page_ = prerendered ? 'the prerendered page' : 'the plain page';
  // @spec 1.20, D.1, O.18
  test(`shows another product name in title and logo, on ${page_}`, async ({ page, serve }) => {
    const { origin } = await serve(SIGNED_OUT, {
      prerendered,
      files: { '/config.json': { body: { productName: 'Acme <b>&</b> Sons' } } },
    });
    await page.goto(`${origin}/login`);
    await expect(page).toHaveTitle('Admin Sign In | Admin | Acme <b>&</b> Sons');
    await expect(page.getByRole('img', { name: 'Acme <b>&</b> Sons Pay' })).toBeVisible();
    await page.getByLabel('Email').fill('ada@example.com');
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  });
}

test('keeps text and clicks from before the script started', async ({ page, serve }) => {
  const server = await serve(SIGNED_OUT, { prerendered: true });
  const release = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.goto(`${server.origin}/login`, { waitUntil: 'commit' });
  await enterPassword(page, { email: 'ada@example.com', password: 'typed early' });
  release();
  await expectScreen(page, '/verify-otp', 'Verify');
  const logins = server.calls.filter(({ path }) => path === '/auth/login');
  expect(logins.map(({ body }) => body)).toEqual([{ email: 'ada@example.com', password: 'typed early' }]);
});
