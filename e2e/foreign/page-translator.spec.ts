import { expect, type Page } from '@playwright/test';
import { test } from '../support/foreign-test.ts';
import { serveScene } from '../support/scenes/scene.ts';
import { SCENES } from '../support/scenes/scenes.ts';
import type { ScriptedAnswer } from '../support/script.ts';
import { translatableFigures, translatableIdentifiers, wrapTexts } from '../support/translator.ts';

const main = (page: Page) => page.getByRole('main');

/** Changes every figure of a response, but no time, id or address. */
function changed(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => changed(each, name));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changed(each, key)]));
  }
  if (typeof value === 'number') {
    return value * 3 + 1;
  }
  return /balance|usd|amount|fee/i.test(name) && typeof value === 'string' ? `9${value}` : value;
}

interface Screen {
  readonly path: string;
  readonly link: string;
  readonly calls: readonly string[];
}

const SCREENS: readonly Screen[] = [
  { path: '/dashboard', link: 'Dashboard', calls: ['/analytics/overview'] },
  { path: '/users', link: 'Users', calls: ['/users'] },
  { path: '/wallets', link: 'Wallets', calls: ['/wallets/outbound', '/wallets/inbound'] },
  { path: '/audit-logs', link: 'Audit Logs', calls: ['/audit-logs'] },
];

/** Changes the figures of the screen's next responses. */
async function changeFigures(page: Page, calls: readonly string[]): Promise<void> {
  for (const call of calls) {
    await page.context().route(`**/api/admin/v1${call}*`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as ScriptedAnswer['body'];
      await route.fulfill({ response: answer, json: changed(body) });
    });
  }
}

/** Opens the same screen in a new tab, which no translator has changed. */
async function openAgain(page: Page): Promise<Page> {
  const fresh = await page.context().newPage();
  await fresh.goto(page.url());
  return fresh;
}

for (const { path, link, calls } of SCREENS) {
  test(`${path} shows the right figures after a page translator and a refetch`, async ({ page, serve }) => {
    const { origin } = await serve();
    await page.goto(`${origin}${path}`);
    await expect(main(page).locator('tbody tr, figure').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const before = await main(page).textContent();
    await wrapTexts(page);
    await changeFigures(page, calls);
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(main(page)).not.toHaveText(before ?? '');

    const fresh = await openAgain(page);
    await expect(main(fresh)).not.toHaveText(before ?? '');
    await expect
      .poll(async () => (await main(page).textContent()) === (await main(fresh).textContent()))
      .toBe(true);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('a wallet panel shows the right balances after a page translator and a refresh', async ({
  page,
  serve,
}) => {
  const { origin } = await serve();
  const assets = (on: Page) => on.getByRole('table', { name: 'Assets' });
  await page.goto(`${origin}/wallets`);
  await main(page).locator('tbody button').first().click();
  await expect(assets(page).getByRole('cell').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const before = await assets(page).textContent();
  await wrapTexts(page);
  await changeFigures(page, ['/wallets/*']);
  await page.getByRole('dialog').getByRole('button', { name: 'Refresh' }).click();
  await expect(assets(page)).not.toHaveText(before ?? '');

  const fresh = await openAgain(page);
  await expect(assets(fresh)).not.toHaveText(before ?? '');
  await expect
    .poll(async () => (await assets(page).textContent()) === (await assets(fresh).textContent()))
    .toBe(true);
});

test('tells page translators to keep amounts, addresses and ids', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/wallets`);
  await main(page).locator('tbody button').first().click();
  await expect(page.getByRole('table', { name: 'Assets' })).toBeVisible();
  const sentence = /\S\s\S/;
  expect((await translatableFigures(page)).filter((text) => !sentence.test(text))).toEqual([]);
});

const WITH_IDENTIFIERS = [
  'account-settings',
  'audit-log',
  'audit-logs',
  'audit-logs-proof',
  'dashboard-as-table',
  'dashboard-getting-started',
  'forgot-password-sent',
  'go-to-found',
  'go-to-wallet',
  'invitations',
  'menu-name',
  'merchants',
  'merchants-none-yet',
  'reset-password',
  'user',
  'user-activity',
  'user-blocked',
  'users',
  'wallet',
  'wallet-audit-entry',
  'wallet-audit-logs',
  'wallet-backup-keys',
  'wallet-transactions',
  'wallets-none',
];

for (const name of WITH_IDENTIFIERS) {
  test(`tells page translators to keep emails, ids, commands and times of ${name}`, async ({
    page,
    serve,
  }) => {
    const scene = SCENES.find((each) => each.name === name);
    if (scene === undefined) throw new Error(`there is no scene ${name}`);
    await page.goto((await serveScene(serve, scene)) + scene.path);
    await scene.act(page);
    expect(await translatableIdentifiers(page)).toEqual([]);
  });
}
