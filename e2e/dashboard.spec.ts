import { ADMIN_API } from '@halyard/contract/constants';
import type { Overview, Revenue, Series } from '@halyard/contract/overview';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/product-test.ts';
import { chartRange, expectScreen } from './support/screens.ts';

const count = (value: number) => value.toLocaleString('en-US');

/** Follows a link, returns how many records its list has, and goes back. */
async function countListed(
  page: Page,
  list: 'orders' | 'users' | 'merchants' | 'audit-logs',
  open: () => Promise<void>,
): Promise<number> {
  const listed = page.waitForResponse(`**${ADMIN_API}/${list}?*`);
  await open();
  const { totalCount } = await (await listed).json();
  await page.goBack();
  // Otherwise, a list that was read a moment ago would open without a new call.
  await page.reload();
  await expectScreen(page, '/dashboard', 'Dashboard');
  return totalCount;
}

const cellsOf = (row: Locator) => row.getByRole('cell');

// @spec 1.13, 2.67
test('shows platform totals on the dashboard', async ({ adminPage: page }) => {
  const answer = page.waitForResponse(`**${ADMIN_API}/analytics/overview`);
  await page.goto('/dashboard');
  await expectScreen(page, '/dashboard', 'Dashboard');
  const { revenue, orders, platform, recentActivity }: Overview = await (await answer).json();
  expect(orders.total, 'the sample data is there').toBeGreaterThanOrEqual(20_000);
  await expect(page.getByRole('banner').getByText('Sample data')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Getting started' })).toHaveCount(0);

  const card = (title: string) => page.getByRole('region', { name: title, exact: true });
  await expect(card('Revenue from service fees')).toContainText(`$${revenue.totalUsd}`);
  await expect(card('Total orders')).toContainText(count(orders.total));
  await expect(card('Active users')).toContainText(count(platform.activeUsers));
  await expect(card('Active merchants')).toContainText(count(platform.activeMerchants));
  await expect(card('Recent activity')).toContainText(count(recentActivity.last24Hours));

  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(row('Paid')).toContainText(count(orders.paid));
  await expect(row('Pending awaiting payment')).toContainText(count(orders.pending));
  await expect(row('Expired payment timeout')).toContainText(count(orders.expired));
  await expect(row('Cancelled user cancelled')).toContainText(count(orders.cancelled));
  await expect(row('Last 7 days')).toContainText(count(recentActivity.last7Days));
  await expect(row('Last 30 days')).toContainText(count(recentActivity.last30Days));

  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table', { name: 'Daily figures' }).getByRole('row')).toHaveCount(31);
});

test('shows trends that add up to the totals, with the range in the URL', async ({ adminPage: page }) => {
  await page.goto('/dashboard');
  await expect(chartRange(page, '30 days')).toBeChecked();
  const answer = page.waitForResponse(`**${ADMIN_API}/analytics/series?range=all`);
  await chartRange(page, 'All').check();
  await expect(page).toHaveURL(/\/dashboard\?range=all$/);
  const { points, period }: Series = await (await answer).json();
  expect(points.length).toBeGreaterThanOrEqual(24);
  const total = `$${Number(period.revenueUsd).toLocaleString('en-US', { maximumFractionDigits: 2, minimumFractionDigits: 2 })}`;
  const revenue = page.getByRole('region', { name: 'Revenue from service fees' });
  await expect(revenue.getByText(total, { exact: true })).toHaveCount(2);
  await expect(page.getByRole('img', { name: /^Revenue by month from / })).toBeVisible();
  await chartRange(page, '12 months').check();
  await expect(revenue.getByText(/^(Up|Down) [\d.]+%$/)).toBeVisible();
  await page.goBack();
  await page.reload();
  await expect(chartRange(page, 'All')).toBeChecked();
  await page.goBack();
  await expect(page.getByRole('img', { name: /^Revenue by day from / })).toBeVisible();
});

test('breaks the revenue of any period down, and lists the orders behind each part', async ({
  adminPage: page,
}) => {
  await page.goto('/dashboard');
  const breakdown = page.getByRole('region', { name: 'Revenue breakdown' });
  await breakdown.getByText('Custom…').click();
  const last = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  const first = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10);
  await breakdown.getByLabel('First day (UTC)').fill(last);
  await breakdown.getByLabel('Last day (UTC)').fill(first);
  await breakdown.getByRole('button', { name: 'Show period' }).click();
  await expect(breakdown.getByText('Enter the first day or a later one')).toBeVisible();
  await breakdown.getByLabel('First day (UTC)').fill(first);
  await breakdown.getByLabel('Last day (UTC)').fill(last);
  const answer = page.waitForResponse(`**${ADMIN_API}/analytics/revenue?from=${first}&to=${last}`);
  await breakdown.getByRole('button', { name: 'Show period' }).click();
  await expect(page).toHaveURL(`/dashboard?period=custom&from=${first}&to=${last}`);
  const { byNetwork, byCurrency, topMerchants }: Revenue = await (await answer).json();
  await page.reload();

  const parts = [
    ['By network', byNetwork],
    ['By currency', byCurrency],
    ['Top merchants', topMerchants],
  ] as const;
  for (const [title, figures] of parts) {
    const links = breakdown.getByRole('region', { name: title }).getByRole('link');
    await expect(links).toHaveCount(Math.min(figures.length, 10));
    await expect(links.first()).toContainText(`${count(figures[0]?.orders ?? 0)} orders`);
    const listed = page.waitForResponse(`**${ADMIN_API}/orders?*`);
    await links.first().click();
    await expectScreen(page, '/orders', 'Orders');
    expect((await (await listed).json()).totalCount, title).toBe(figures[0]?.orders);
    await expect(
      page.getByRole('button', { name: `Remove filter Paid (UTC) ${first} to ${last}` }),
    ).toBeVisible();
    await page.goBack();
  }
});

test('links each total to the list behind it', async ({ adminPage: page }) => {
  const answer = page.waitForResponse(`**${ADMIN_API}/analytics/overview`);
  await page.goto('/dashboard');
  const { orders, platform }: Overview = await (await answer).json();
  for (const [name, list, path] of [
    [`${count(orders.total)} orders`, 'orders', /\/orders\?testnet=hide$/],
    [`${count(orders.cancelled)} cancelled orders`, 'orders', /status=cancelled/],
    [`${count(platform.activeUsers)} active users`, 'users', /\/users\?status=active$/],
    [`${count(platform.activeMerchants)} active merchants`, 'merchants', /\/merchants$/],
  ] as const) {
    const listed = page.waitForResponse(`**${ADMIN_API}/${list}?*`);
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    expect(name.startsWith(`${count((await (await listed).json()).totalCount)} `), name).toBe(true);
    await page.goBack();
  }
  await page
    .getByRole('row', { name: /^Last 7 days/ })
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/\/audit-logs\?last=7d&platformFeed=show$/);
});

// Today is left out, because other tests sign in.
for (const [range, name, indices] of [
  ['30d', 'Daily figures', [0, 15]],
  ['all', 'Monthly figures', [0]],
] as const) {
  test(`links each period of ${range} to the records that make it up`, async ({ adminPage: page }) => {
    // It opens about 90 pages.
    test.slow();
    const revenue = page.getByRole('region', { name: 'Revenue from service fees' });
    const answer = page.waitForResponse(`**${ADMIN_API}/analytics/series?range=${range}`);
    await page.goto(`/dashboard?range=${range}`);
    const { points, period }: Series = await (await answer).json();
    const sums = revenue.getByRole('link', { name: /from paid orders (in the last 30 days|all time)$/ });
    expect(await countListed(page, 'orders', () => sums.click())).toBe(period.paidOrders);
    for (const [title, list, figure] of [
      ['Total orders', 'orders', 'paidOrders'],
      ['Active users', 'users', 'newUsers'],
      ['Active merchants', 'merchants', 'newMerchants'],
    ] as const) {
      const sum = page.getByRole('region', { name: title }).getByRole('link').last();
      await expect(sum).toHaveText(count(period[figure]));
      expect(await countListed(page, list, () => sum.click()), `${range} ${title}`).toBe(period[figure]);
    }
    for (const index of indices) {
      const row = page
        .getByRole('table', { name })
        .locator('tbody')
        .getByRole('row')
        .nth(points.length - 1 - index);
      for (const [column, list, figure] of [
        [0, 'orders', 'paidOrders'],
        [2, 'users', 'newUsers'],
        [3, 'merchants', 'newMerchants'],
        [4, 'audit-logs', 'auditEntries'],
      ] as const) {
        await page.getByRole('button', { name: 'Show as table' }).click();
        await expect(cellsOf(row).nth(1)).toHaveText(count(points[index]?.paidOrders ?? 0));
        const link = cellsOf(row).nth(column).getByRole('link');
        expect(await countListed(page, list, () => link.click()), `${range} ${index} ${list}`).toBe(
          points[index]?.[figure],
        );
      }
    }
  });
}

test('opens the orders of a point of the chart', async ({ adminPage: page }) => {
  const answer = page.waitForResponse(`**${ADMIN_API}/analytics/series?range=30d`);
  await page.goto('/dashboard');
  const { points }: Series = await (await answer).json();
  await expect(page.getByRole('link', { name: /from paid orders, .* \(to date\)$/ })).toBeVisible();
  const slider = page.getByRole('slider', { name: 'Revenue by day' });
  await expect(slider).toHaveCSS('cursor', 'pointer');
  const { width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
  const clickPoint = () => slider.click({ position: { x: (width * 10) / 29, y: height / 2 } });
  expect(await countListed(page, 'orders', clickPoint)).toBe(points[10]?.paidOrders);
});

test('opens the orders of a status from its part of the bar and from its row', async ({
  adminPage: page,
}) => {
  const answer = page.waitForResponse(`**${ADMIN_API}/analytics/overview`);
  await page.goto('/dashboard');
  const { orders }: Overview = await (await answer).json();
  const statuses = page.getByRole('region', { name: 'Order statuses' });
  const bars = statuses.locator('a[aria-hidden="true"]');
  for (const [index, status] of (['paid', 'pending', 'expired', 'cancelled'] as const).entries()) {
    expect(await countListed(page, 'orders', () => bars.nth(index).click()), status).toBe(orders[status]);
  }
  await expect(statuses.getByRole('link')).toHaveCount(4);
  // The link covers its row.
  await statuses.getByText('payment timeout').click({ force: true });
  await expect(page).toHaveURL(/\/orders\?status=expired/);
});

test('applies custom days to the chart, whose first month links to its days', async ({ adminPage: page }) => {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const [from, to] = [day(300), day(3)];
  const answer = page.waitForResponse(`**${ADMIN_API}/analytics/series?from=${from}&to=${to}`);
  await page.goto(`/dashboard?period=custom&from=${from}&to=${to}`);
  const { points, step }: Series = await (await answer).json();
  expect(step).toBe('month');
  await expect(chartRange(page, 'Custom')).toBeChecked();
  await page.getByRole('button', { name: 'Show as table' }).click();
  const rows = page.getByRole('table', { name: 'Monthly figures' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(points.length);
  const first = cellsOf(rows.last()).nth(1).getByRole('link');
  expect(await countListed(page, 'orders', () => first.click())).toBe(points[0]?.paidOrders);
  await chartRange(page, '30 days').check();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(chartRange(page, 'Custom')).toHaveCount(0);
});
