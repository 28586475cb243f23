import { SIDEBAR } from '@halyard/contract/constants';
import { readOverview } from '@halyard/contract/overview';
import { expect, type Page } from '@playwright/test';
import { test } from './support/product-test.ts';
import { expectScreen } from './support/screens.ts';

const CODE = '**/assets/*.js';
const FRAME = '#screen-frame';

const SCREENS = [
  ['/dashboard', 'Dashboard'],
  ['/users', 'User Management'],
  ['/merchants', 'Merchant Management'],
  ['/wallets?type=inbound', 'Wallet Management'],
  ['/invitations', 'Invitation Management'],
  ['/audit-logs', 'Audit Logs'],
  ['/account-settings', 'Account Settings'],
] as const;

const WINDOWS = [
  { name: 'wide', width: 1440, sidebar: 'true' },
  { name: 'wide with the sidebar collapsed', width: 1440, sidebar: 'false' },
  { name: 'on a phone', width: 390, sidebar: 'false' },
] as const;

/** Keeps the code from coming until it is let go. */
async function holdCode(page: Page): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(CODE, async (route) => {
    await isLetGo;
    await route.fallback();
  });
  return letGo;
}

/** How often an address is asked for from now on. */
function countRequests(page: Page, address: string): () => number {
  let requests = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === address) requests += 1;
  });
  return () => requests;
}

/** Where everything stands that the frame shows and the screen too. What is said of a list becomes another sentence. */
async function placesIn(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const sentence = 'main output:has(svg)';
    const shown = ['h1', 'aside', 'aside a', 'aside img', 'header nav li', 'header > button', sentence];
    return [...document.querySelectorAll(shown.join())]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const words = element.matches(`aside, ${sentence}`) ? '' : element.textContent;
        const size = element.matches(sentence) ? [] : [width, height];
        return `${element.tagName} ${words} ${[x, y, ...size].map(Math.round)}`;
      });
  });
}

for (const [path, heading] of SCREENS) {
  test(`the frame of ${path} stands before its code has come, where the screen will stand`, async ({
    adminPage: page,
    product,
  }) => {
    for (const { name, width, sidebar } of WINDOWS) {
      await page.setViewportSize({ width, height: 900 });
      await page.context().addCookies([{ name: SIDEBAR.cookieName, value: sidebar, url: product.address }]);
      const letGo = await holdCode(page);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.locator(FRAME).getByText(heading, { exact: true }).last(), name).toBeVisible();
      await expect(page).toHaveTitle(`${heading} | Admin | Halyard`);
      const framed = await placesIn(page);
      letGo();
      await expectScreen(page, new URL(path, page.url()).pathname, heading);
      await expect(page.locator(FRAME), name).toHaveCount(0);
      expect(framed, name).toEqual(await placesIn(page));
      await page.unroute(CODE);
    }
  });
}

for (const { name, width } of WINDOWS) {
  test(`the revenue stands in the frame before the dashboard's code has come, in its place: ${name}`, async ({
    adminPage: page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const asked = countRequests(page, readOverview.path);
    const letGo = await holdCode(page);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    const framed = page.locator(FRAME).getByText(/^\$[\d,]+\.\d\d$/);
    await expect(framed).toBeVisible();
    const [revenue = ''] = await framed.allTextContents();
    const place = await framed.boundingBox();
    letGo();
    await expectScreen(page, '/dashboard', 'Dashboard');
    const card = page.getByRole('region', { name: 'Revenue from service fees' });
    expect(await card.getByText(revenue).first().boundingBox()).toEqual(place);
    expect(asked()).toBe(1);
  });
}

test('a frame is only to be looked at', async ({ adminPage: page }) => {
  const letGo = await holdCode(page);
  await page.goto('/users', { waitUntil: 'commit' });
  await expect(page.locator(FRAME)).toBeVisible();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await expect(page.getByRole('heading')).toHaveCount(0);
  letGo();
  await expectScreen(page, '/users', 'User Management');
});

test('a frame that turns out to be of nobody makes way for the sign-in', async ({ page, product }) => {
  await page.context().addCookies([{ name: 'admin_session', value: 'x'.repeat(43), url: product.address }]);
  const letGo = await holdCode(page);
  await page.goto('/users', { waitUntil: 'commit' });
  await expect(page.locator(FRAME)).toBeVisible();
  letGo();
  await expectScreen(page, '/login', 'Admin Sign In');
  await expect(page.locator(FRAME)).toHaveCount(0);
});

test('whoever is not signed in sees no frame', async ({ page }) => {
  const answer = await page.request.get('/users');
  expect(await answer.text()).not.toContain('screen-frame"');
});

test('a frame stays while it is not known who is signed in', async ({ adminPage: page }) => {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route('**/auth/me', async (route) => {
    asked.resolve();
    await held.promise;
    await route.fallback();
  });
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('#root [role=status]')) document.documentElement.dataset['sawSpinner'] = '';
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/users', { waitUntil: 'load' });
  await asked.promise;
  await expect(page.locator(FRAME)).toBeVisible();
  setTimeout(held.resolve, 500);
  await expectScreen(page, '/users', 'User Management');
  expect(await page.evaluate(() => 'sawSpinner' in document.documentElement.dataset)).toBe(false);
});

test.describe('a part that does not come', () => {
  // The console says it too.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  test.use({ watch: async ({}, use) => use(undefined) });

  test('of the styles is said, and comes when tried again', async ({ adminPage: page }) => {
    const styles = '**/assets/admin-*.css';
    await page.route(styles, (route) => route.abort());
    await page.goto('/users', { waitUntil: 'commit' });
    await expect(page.getByRole('alert')).toContainText('A part of this page could not be fetched.');
    await expect(page.locator(FRAME)).toHaveCount(0);
    await page.unroute(styles);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectScreen(page, '/users', 'User Management');
  });
});
