import { readFile } from 'node:fs/promises';
import { DEFAULT_RUNTIME_SETTINGS } from '@halyard/contract/runtime-settings';
import { expect, type Page } from '@playwright/test';
import { contentSecurityPolicy } from '../../apps/server/src/http/content-security-policy.ts';
import { type AnalyticsReceiver, startAnalyticsReceiver } from '../../apps/web/test/analytics-receiver.ts';
import { UNAUTHENTICATED } from '../support/answers.ts';
import type { ForeignServerOptions } from '../support/foreign-server.ts';
import { test as base } from '../support/foreign-test.ts';
import { codeCells, enterPassword, expectScreen, logOut } from '../support/screens.ts';

const ADA = { uuid: '11111111-1111-4111-8111-111111111111', email: 'ada@example.com' };
const GRACE = { uuid: '22222222-2222-4222-8222-222222222222', email: 'grace@example.com' };

const test = base.extend<{ receiver: AnalyticsReceiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  receiver: async ({}, use) => {
    const receiver = await startAnalyticsReceiver();
    await use(receiver);
    await receiver.close();
  },
});

// The browser logs these failed requests itself.
test.use({ mayFail: /\/api\/admin\/v1\/|^http:\/\/127\.0\.0\.1:\d+\/e\/|\/posthog-analytics-/ });

async function analyticsOptions(host: string): Promise<Omit<ForeignServerOptions, 'script'>> {
  const analytics = { host, key: 'phc_test' };
  const page = await readFile(new URL('../../apps/web/dist/index.html', import.meta.url), 'utf8');
  const policy = contentSecurityPolicy(page, { ...DEFAULT_RUNTIME_SETTINGS, analytics });
  return {
    files: { '/config.json': { body: { productName: 'Halyard', analytics } } },
    pageHeaders: { 'content-security-policy': policy },
  };
}

function signsIn(...people: readonly (typeof ADA)[]) {
  let who = -1;
  let signedIn = false;
  const enter = () => {
    signedIn = true;
    who += 1;
    return {};
  };
  const leave = () => {
    signedIn = false;
    return {};
  };
  return {
    'GET /auth/me': () => (signedIn ? { body: people[who] } : UNAUTHENTICATED),
    'POST /auth/2fa/verify': enter,
    'POST /auth/logout': leave,
  };
}

async function signIn(page: Page): Promise<void> {
  await enterPassword(page, { email: 'any@example.com', password: 'any password' });
  await codeCells(page).pressSequentially('123456');
  await expectScreen(page, '/dashboard', 'Dashboard');
}

async function storedKeys(page: Page): Promise<readonly string[]> {
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  return [...stored, ...cookies];
}

// @spec 1.21, D.151
test('analytics receives only uuid and email, until the logout', async ({ page, serve, receiver }) => {
  const { origin } = await serve(signsIn(ADA, GRACE), await analyticsOptions(receiver.origin));
  await page.goto(`${origin}/login`);
  await signIn(page);
  await expect.poll(() => receiver.events.length).toBe(1);
  await logOut(page);
  await expectScreen(page, '/login', 'Admin Sign In');
  await signIn(page);
  await expect.poll(() => receiver.events.length).toBe(2);

  for (const [position, { uuid, email }] of [ADA, GRACE].entries()) {
    expect(receiver.events[position]).toEqual({
      uuid: expect.any(String),
      timestamp: expect.any(String),
      event: '$identify',
      properties: {
        token: 'phc_test',
        distinct_id: uuid,
        $lib: 'web',
        $lib_version: expect.any(String),
        $geoip_disable: true,
      },
      $set: { email },
    });
  }
  expect(new Set(receiver.requests)).toEqual(new Set(['POST /e/']));
  expect(await storedKeys(page)).toEqual([]);
});

test('analytics is neither loaded nor called on public pages', async ({ page, serve, receiver }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  const { origin } = await serve(
    { 'GET /auth/me': UNAUTHENTICATED },
    await analyticsOptions(receiver.origin),
  );
  for (const path of ['/login', '/verify-otp', '/setup-2fa', '/forgot-password', '/reset-password?token=a']) {
    await page.goto(origin + path);
    await page.waitForLoadState('networkidle');
  }
  expect(fetched.filter((url) => /posthog/.test(url) || !url.startsWith(origin))).toEqual([]);
  expect(receiver.requests).toEqual([]);
});

test('analytics loads after the first page is rendered', async ({ page, serve, receiver }) => {
  const order: string[] = [];
  page.on('requestfinished', (request) => order.push(new URL(request.url()).pathname));
  const { origin } = await serve({ 'GET /auth/me': { body: ADA } }, await analyticsOptions(receiver.origin));
  await page.goto(`${origin}/dashboard`);
  await expect.poll(() => receiver.events.length).toBe(1);
  const fetchedAt = order.findIndex((path) => path.includes('posthog'));
  for (const first of [/\/analytics\/overview$/, /\/dashboard-[^/]+\.js$/]) {
    const firstAt = order.findIndex((path) => first.test(path));
    expect(firstAt).toBeGreaterThan(-1);
    expect(fetchedAt).toBeGreaterThan(firstAt);
  }
});

for (const [name, answerCode] of [
  ['answers 500', 500],
  ['never answers', 0],
] as const) {
  test(`the dashboard works if the analytics server ${name}`, async ({ page, serve }) => {
    const receiver = await startAnalyticsReceiver(answerCode);
    const { origin } = await serve(signsIn(ADA), await analyticsOptions(receiver.origin));
    await page.goto(`${origin}/login`);
    await signIn(page);
    await expect.poll(() => receiver.requests.length).toBe(1);
    await logOut(page);
    await expectScreen(page, '/login', 'Admin Sign In');
    await expect(page.locator('[data-sonner-toast][data-type=error]')).toHaveCount(0);
    expect(await storedKeys(page)).toEqual([]);
    await receiver.close();
  });
}

test('the dashboard works if analytics is down or blocked', async ({ page, serve, receiver }) => {
  await receiver.close();
  const { origin } = await serve(signsIn(ADA), await analyticsOptions(receiver.origin));
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.url()));
  await page.goto(`${origin}/login`);
  await signIn(page);
  await expect.poll(() => failed.some((url) => url.startsWith(receiver.origin))).toBe(true);
  await logOut(page);
  await expectScreen(page, '/login', 'Admin Sign In');
  await expect(page.locator('[data-sonner-toast][data-type=error]')).toHaveCount(0);
});

test('the dashboard works if the analytics code is blocked', async ({ page, serve, receiver }) => {
  const { origin } = await serve(signsIn(ADA), await analyticsOptions(receiver.origin));
  const blocked = page.waitForRequest(/posthog/);
  await page.route(/posthog/, (route) => route.abort('blockedbyclient'));
  await page.goto(`${origin}/login`);
  await signIn(page);
  await blocked;
  await logOut(page);
  await expectScreen(page, '/login', 'Admin Sign In');
  expect(receiver.requests).toEqual([]);
});
