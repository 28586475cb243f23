import { expect, type Page } from '@playwright/test';
import { refusal } from '../support/answers.ts';
import { test } from '../support/foreign-test.ts';
import { watchShifts } from '../support/layout-shifts.ts';

const STEPS = {
  secondAdministrator: false,
  serviceKey: false,
  firstBatch: false,
  mail: false,
  backupCodes: true,
};
const ANNOUNCED = { files: { '/config.json': { body: { screens: ['getting-started'] } } } };

const card = (page: Page) => page.getByRole('region', { name: 'Getting started' });
const figures = (page: Page) => page.getByText('$1,284,905.37');

test('the dashboard shows the first steps above the figures, without a layout shift', async ({
  page,
  context,
  serve,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { origin } = await serve({ 'GET /getting-started': { body: STEPS } }, ANNOUNCED);
  const shifts = await watchShifts(page);
  await page.goto(`${origin}/dashboard`);
  await expect(card(page)).toContainText('4 steps left');
  await expect(figures(page)).toBeVisible();
  await expect(card(page).getByRole('heading', { name: 'Save your backup codes (done)' })).toBeVisible();
  expect(await shifts()).toEqual([]);
  await card(page).getByRole('button', { name: 'Copy npm run admin -- keys create' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe('npm run admin -- keys create --name my-platform');
});

test('the first steps stay dismissed in this browser', async ({ page, serve }) => {
  const { origin, calls } = await serve({ 'GET /getting-started': { body: STEPS } }, ANNOUNCED);
  await page.goto(`${origin}/dashboard`);
  await card(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(card(page)).toHaveCount(0);
  const before = calls.length;
  await page.reload();
  await expect(figures(page)).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  expect(calls.slice(before).filter(({ path }) => path === '/getting-started')).toEqual([]);
});

test('the dashboard shows no first steps once all are done', async ({ page, serve }) => {
  const done = Object.fromEntries(Object.keys(STEPS).map((step) => [step, true]));
  const { origin } = await serve({ 'GET /getting-started': { body: done } }, ANNOUNCED);
  const asked = page.waitForResponse('**/getting-started');
  await page.goto(`${origin}/dashboard`);
  await asked;
  await expect(figures(page)).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});

for (const answer of [refusal(404, 'not_found'), refusal(500, 'internal_error'), { body: { steps: 3 } }]) {
  test(`the dashboard works if the first steps fail with ${JSON.stringify(answer)}`, async ({
    page,
    serve,
  }) => {
    const { origin } = await serve({ 'GET /getting-started': answer }, ANNOUNCED);
    await page.goto(`${origin}/dashboard`);
    await expect(figures(page)).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  });
}

const EMPTY = [
  ['/users', 'GET /users', { users: [], totalCount: 0 }, 'No users yet', 'Users come from your platform'],
  [
    '/merchants',
    'GET /merchants',
    { merchants: [], totalCount: 0 },
    'No merchants yet',
    'Merchants come from',
  ],
  [
    '/invitations',
    'GET /invitations',
    { invitations: [], totalCount: 0 },
    'No invitations yet',
    'INVITE_URL',
  ],
  [
    '/wallets',
    'GET /wallets/outbound',
    { wallets: [], totalCount: 0 },
    'No outbound wallets',
    'npm run admin -- wallets create --network ETH --type outbound',
  ],
  [
    '/wallets?type=inbound',
    'GET /wallets/inbound',
    { wallets: [], pagination: { totalCount: 0 } },
    'No inbound wallets',
    'npm run admin -- wallets create --network ETH --type inbound',
  ],
] as const;

for (const [path, call, body, title, help] of EMPTY) {
  test(`${path} explains how records arrive if the server announces it`, async ({ page, serve }) => {
    const { origin } = await serve({ [call]: { body } }, ANNOUNCED);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(origin + path);
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(help);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test(`${path} shows only the empty list if the server announces nothing`, async ({ page, serve }) => {
    const { origin } = await serve({ [call]: { body } });
    const settings = page.waitForResponse('**/config.json');
    await page.goto(origin + path);
    await settings;
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByText('npm run')).toHaveCount(0);
    await expect(page.getByText('Sample data')).toHaveCount(0);
  });
}

test('a search without hits does not explain how records arrive', async ({ page, serve }) => {
  const { origin } = await serve({ 'GET /users': { body: { users: [], totalCount: 0 } } }, ANNOUNCED);
  await page.goto(`${origin}/users?search=nobody`);
  await expect(page.getByText('No users found')).toBeVisible();
  await expect(page.getByRole('main').getByText('npm run')).toHaveCount(0);
});

for (const [name, settings] of [
  ['Sample data', { sampleData: true }],
  ['Embedded database', { embeddedDatabase: true }],
  ['Sample data · Embedded database', { sampleData: true, embeddedDatabase: true }],
] as const) {
  test(`the shell shows "${name}" on every screen size`, async ({ page, serve }) => {
    const { origin } = await serve({}, { files: { '/config.json': { body: settings } } });
    const shifts = await watchShifts(page);
    for (const width of [320, 390, 820, 1280, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${origin}/dashboard`);
      const badge = page.getByRole('banner').getByText(name, { exact: true });
      await expect(badge).toBeVisible();
      await expect(figures(page)).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await shifts()).toEqual([]);
    }
  });
}
