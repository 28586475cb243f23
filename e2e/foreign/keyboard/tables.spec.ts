import { expect, type Page } from '@playwright/test';
import { test } from '../../support/foreign-test.ts';
import { expectFocusShown, tabTo } from '../../support/keyboard.ts';

const LISTS = ['/users', '/merchants', '/invitations', '/wallets', '/wallets?type=inbound', '/audit-logs'];

const loaded = (page: Page) => expect(page.getByRole('table').locator('time').first()).toBeAttached();

for (const path of LISTS) {
  test(`the table of ${path} is one tab stop, in both directions`, async ({ page, serve }) => {
    const { origin } = await serve();
    await page.goto(origin + path);
    await expect(page.getByRole('table').locator('tbody button').first()).toBeVisible();
    const isInside = () => page.evaluate(() => document.activeElement?.closest('table') !== null);
    const passes = async (key: string) => {
      let stops = 0;
      for (let stop = 0; stop < 60; stop++) {
        await page.keyboard.press(key);
        if (await isInside()) stops += 1;
        else if (stops > 0) return stops;
      }
      return stops;
    };
    await page.getByRole('button', { name: 'Toggle sidebar' }).focus();
    expect(await passes('Tab')).toBe(1);
    expect(await passes('Shift+Tab')).toBe(1);
    await passes('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await isInside()).toBe(true);
    await page.keyboard.press('Tab');
    expect(await isInside()).toBe(false);
  });
}

test('arrow keys reach every control of a table, and Enter opens the row', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/users`);
  await loaded(page);
  const rows = page.locator('tbody tr');
  const opener = (row: number) => rows.nth(row).locator('[data-row-opener]');
  const copy = (row: number) => rows.nth(row).getByRole('button', { name: /^Copy / });
  const time = (row: number) => rows.nth(row).locator('time');
  await tabTo(page, opener(0));
  for (const [key, control] of [
    ['ArrowRight', copy(0)],
    ['ArrowRight', time(0)],
    ['ArrowRight', time(0)],
    ['ArrowDown', time(1)],
    ['ArrowLeft', copy(1)],
    ['PageDown', copy(11)],
    ['PageDown', copy(19)],
    ['PageUp', copy(9)],
    ['End', opener(19)],
    ['ArrowDown', opener(19)],
    ['Home', opener(0)],
    ['ArrowUp', page.getByRole('columnheader').getByRole('button')],
    ['ArrowDown', opener(0)],
    ['ArrowDown', opener(1)],
  ] as const) {
    await page.keyboard.press(key);
    await expect(control, key).toBeFocused();
    await expectFocusShown(page);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(opener(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('dialog[data-side="right"]')).toBeVisible();
});

test('a table stays a table for screen readers', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/users`);
  await loaded(page);
  const table = page.getByRole('table', { name: 'Users' });
  await expect(table.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Merchants', 'Created At']);
  await expect(table.getByRole('row')).toHaveCount(21);
  await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveCount(4);
});
