import { expect, type Page } from '@playwright/test';
import { test } from '../support/foreign-test.ts';
import { expectScreen, openRow } from '../support/screens.ts';

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Audit logs' }).locator('tbody').getByRole('row');

// @spec 2.73, 2.74, D.114
test('filters the entries and keeps the filters in the URL', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/audit-logs?page=2`);
  await expectScreen(page, '/audit-logs', 'Audit Logs');
  await expect(page.getByText('Showing 21 to 40 of 61 audit logs')).toBeVisible();
  await page.getByRole('combobox', { name: 'Action category' }).selectOption('Wallet operation');
  await expect(page).toHaveURL(`${origin}/audit-logs?actionCategory=wallet_operation`);
  await expect(rows(page)).toHaveCount(12);
  await page.getByRole('searchbox', { name: 'Actor email' }).fill('admin1@example.com');
  await expect(page).toHaveURL(/actorEmail=admin1%40example.com/);
  await expect(rows(page)).toHaveCount(4);
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('searchbox', { name: 'Actor email' })).toHaveValue('admin1@example.com');
  await page.getByRole('button', { name: 'Remove filter Category: Wallet operation' }).click();
  await expect(rows(page)).not.toHaveCount(4);
  await page.goBack();
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(`${origin}/audit-logs`);
});

// @spec 2.75
test('the drawer opens from a row, follows the arrow keys, and closes when its entry is gone', async ({
  page,
  serve,
}) => {
  const { origin } = await serve();
  await page.goto(`${origin}/audit-logs`);
  const drawer = await openRow(page, 'User blocked');
  await expect(drawer).toContainText('عملية احتيال <script>alert(1)</script>');
  await expect(drawer).toContainText('Chain said no');
  await expect(drawer).toContainText('__proto__');
  await page.keyboard.press('ArrowDown');
  await expect(drawer).toContainText('Wallet backup downloaded');
  const link = page.url();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Success');
  await expect(drawer).toContainText('Wallet backup downloaded');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Failure');
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(`${origin}/audit-logs?status=failure`);
  await page.goto(link);
  await expect(drawer).toContainText('Wallet backup downloaded');
});

test('shows text written by others literally, even HTML and scripts', async ({ page, serve }) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => void dialogs.push(dialog.message()));
  const { origin } = await serve();
  await page.goto(`${origin}/audit-logs`);
  await expect(page.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible();
  const drawer = await openRow(page, 'User blocked');
  await drawer
    .getByRole('button', { name: /^Show all \d/ })
    .first()
    .click();
  await expect(drawer.getByRole('button', { name: 'Show less' }).first()).toBeVisible();
  expect(dialogs).toEqual([]);
});

test('fits the audit log on a phone', async ({ page, serve }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { origin } = await serve();
  await page.goto(`${origin}/audit-logs?status=success&last=30d`);
  await expect(rows(page).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByText('Filters', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Failure');
  await expect(page).toHaveURL(`${origin}/audit-logs?status=failure&last=30d`);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

for (const [timezoneId, day, from, to] of [
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', '2026-04-05T13:30:00.000Z'],
  ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
] as const) {
  test.describe(() => {
    test.use({ timezoneId });

    test(`list, filter and export use the same day in ${timezoneId}`, async ({ page, serve }) => {
      const { origin, calls } = await serve();
      await page.goto(`${origin}/audit-logs?from=${day}&to=${day}`);
      await expect(page.getByRole('button', { name: `Remove filter Time: ${day}` }).first()).toBeVisible();
      await expect(page.getByLabel('From', { exact: true })).toHaveValue(day);
      await expect(page.getByLabel('To', { exact: true })).toHaveValue(day);
      await expect
        .poll(() => Object.fromEntries(calls.find(({ path }) => path === '/audit-logs')?.query ?? []))
        .toMatchObject({ from, to });

      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.getByRole('button', { name: 'Download CSV' }).click();
      await expect
        .poll(() => calls.find(({ path }) => path === '/exports')?.body)
        .toMatchObject({ from, to });
    });
  });
}

for (const [search, from, to] of [
  ['from=2026-02-31', '', ''],
  ['from=2026-02-31&to=2026-03-05', '', '2026-03-05'],
  ['from=2026-03-05&to=2026-03-01', '2026-03-05', '2026-03-01'],
  ['from=0000-01-01&to=10000-01-01', '', ''],
  ['to=9999-12-31', '', '9999-12-31'],
] as const) {
  test(`shows the list for the days ${search}, and drops invalid ones`, async ({ page, serve }) => {
    const { origin, calls } = await serve();
    await page.goto(`${origin}/audit-logs?${search}`);
    await expect(rows(page).first()).toBeVisible();
    const query = calls.find(({ path }) => path === '/audit-logs')?.query;
    expect([query?.has('from'), query?.has('to')]).toEqual([from !== '', to !== '']);
    if (from === '' && to === '') {
      await expect(page.getByRole('combobox', { name: 'Time' })).toHaveValue('');
    } else {
      await expect(page.getByLabel('From', { exact: true })).toHaveValue(from);
      await expect(page.getByLabel('To', { exact: true })).toHaveValue(to);
    }
  });
}
