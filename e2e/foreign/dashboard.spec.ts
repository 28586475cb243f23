import { expect, type Page } from '@playwright/test';
import { refusal } from '../support/answers.ts';
import { test } from '../support/foreign-test.ts';
import { friendlySeries } from '../support/friendly/friendly-series.ts';
import { watchShifts } from '../support/layout-shifts.ts';
import { chartRange } from '../support/screens.ts';
import type { Script, ScriptedAnswer } from '../support/script.ts';

const OVERVIEW = 'GET /analytics/overview';
const SERIES = 'GET /analytics/series';
const TOTAL = '$1,284,905.37';

const picture = (page: Page, name: RegExp) => page.getByRole('img', { name });

const MISSING: readonly [string, ScriptedAnswer][] = [
  ['404', refusal(404, 'not_found')],
  ['405', refusal(405, 'method_not_allowed')],
  ['500', refusal(500, 'internal_error')],
  ['its page', { text: '<!doctype html><title>App</title>', headers: { 'content-type': 'text/html' } }],
  ['something else', { body: { data: [] } }],
];

for (const [name, answer] of MISSING) {
  // @spec O.2
  test(`shows only the cards if the server answers ${name} to the trends call`, async ({ page, serve }) => {
    const { origin } = await serve({ [SERIES]: answer });
    await page.goto(`${origin}/dashboard`);
    await expect(page.getByText(TOTAL)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Active users' })).toContainText('412');
    await expect(page.getByRole('region', { name: 'Order statuses' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);
    await expect(page.getByRole('group', { name: 'Range' })).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  });
}

test('changes the range by keyboard and keeps the old figures until the new ones arrive', async ({
  page,
  serve,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { origin } = await serve({
    [SERIES]: async (call) => {
      if (call.query.get('range') === '12m') await released;
      return friendlySeries(call);
    },
  });
  await page.goto(`${origin}/dashboard`);
  await expect(picture(page, /^Revenue by day/)).toBeVisible();
  await chartRange(page, '30 days').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`${origin}/dashboard?range=12m`);
  await expect(chartRange(page, '12 months')).toBeFocused();
  await expect(picture(page, /^Revenue by day/)).toBeVisible();
  release();
  await expect(picture(page, /^Revenue by month/)).toBeVisible();
  await expect(chartRange(page, '12 months')).toBeFocused();
});

const LOADED = (page: Page) => expect(picture(page, /^Revenue by day/)).toBeVisible();
const CARDS_ALONE = (page: Page) => expect(page.getByText(TOTAL)).toBeVisible();

const STEADY: readonly [string, Script, (page: Page) => Promise<void>][] = [
  ['with the figures over time', {}, LOADED],
  ['without them', { [SERIES]: refusal(404, 'not_found') }, CARDS_ALONE],
];

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]) {
  for (const [name, answers, isThere] of STEADY) {
    test(`the dashboard does not shift while it loads at ${viewport.width} px, ${name}`, async ({
      page,
      serve,
    }) => {
      await page.setViewportSize(viewport);
      const shifts = await watchShifts(page);
      const { origin, answer } = await serve();
      const overview = await (await page.request.get(`${origin}/api/admin/v1/analytics/overview`)).json();
      const { promise, resolve } = Promise.withResolvers<void>();
      answer({
        ...answers,
        [OVERVIEW]: async () => {
          await promise;
          return { body: overview };
        },
      });
      await page.goto(`${origin}/dashboard`);
      await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
      resolve();
      await isThere(page);
      expect(await shifts()).toEqual([]);
    });
  }
}

for (const width of [390, 1280, 1440]) {
  test(`names what every comparison is compared with at ${width} px`, async ({ page, serve }) => {
    await page.setViewportSize({ width, height: 900 });
    const { origin } = await serve();
    await page.goto(`${origin}/dashboard`);
    for (const [title, figure] of [
      ['Total orders', 'Paid orders'],
      ['Active users', 'New users'],
      ['Active merchants', 'New merchants'],
    ] as const) {
      const card = page.getByRole('region', { name: title });
      const period = card.getByText('vs. previous 30 days');
      // The card may be rendered again while it scrolls.
      await expect(() => period.scrollIntoViewIfNeeded()).toPass();
      await expect(card.getByText(figure)).toBeVisible();
      await expect(period).toBeInViewport({ ratio: 1 });
    }
  });
}

test('shows the trends as a table with every row in reach, and as a chart again', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/dashboard`);
  await page.getByRole('button', { name: 'Show as table' }).click();
  const rows = page.getByRole('table', { name: 'Daily figures' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(30);
  await rows.last().scrollIntoViewIfNeeded();
  await expect(rows.last()).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Show as chart' }).click();
  await expect(picture(page, /^Revenue by day/)).toBeVisible();
});

test('inspects the chart by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/dashboard`);
  await expect(picture(page, /^Revenue by day/)).toBeVisible();
  await chartRange(page, '30 days').focus();
  await page.keyboard.press('Tab');
  const slider = page.getByRole('slider', { name: 'Revenue by day' });
  await expect(slider).toBeFocused();
  await expect(slider).toHaveAttribute('aria-valuetext', /^[\d-]{10} \(to date\): \$/);
  await page.keyboard.press('Home');
  const [day = ''] = /^[\d-]{10}/.exec((await slider.getAttribute('aria-valuetext')) ?? '') ?? [];
  await expect(page.getByRole('region', { name: 'Revenue from service fees' }).getByText(day)).toHaveCount(2);
});

test('starts and ends the time axis with the plot', async ({ page, serve }) => {
  const { origin } = await serve();
  for (const range of ['12m', 'all']) {
    await page.goto(`${origin}/dashboard?range=${range}`);
    const chart = page.getByRole('figure');
    const labels = chart.getByText(/^[A-Z][a-z]{2} \d{4}$/);
    // The chart renders again once its width and its fonts are known.
    await expect(async () => {
      const plot = await picture(page, /^Revenue by month/).boundingBox();
      const [first, last] = [await labels.first().boundingBox(), await labels.last().boundingBox()];
      expect(first?.x).toBeCloseTo(plot?.x ?? Number.NaN, 0);
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo((plot?.x ?? 0) + (plot?.width ?? 0), 0);
    }).toPass({ timeout: 20_000 });
  }
});
