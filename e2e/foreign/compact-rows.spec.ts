import { expect, type Page } from '@playwright/test';
import { test } from '../support/foreign-test.ts';
import { NEVER } from '../support/scenes/scene.ts';

const LISTS = ['/users', '/merchants', '/invitations', '/wallets', '/wallets?type=inbound', '/audit-logs'];

const rows = (page: Page) => page.locator('table tbody tr');
const heights = (page: Page) =>
  rows(page).evaluateAll((all) => [...new Set(all.map((row) => row.getBoundingClientRect().height))]);

for (const path of LISTS) {
  test(`the rows of ${path} are 44 px high, or 36 px if compact`, async ({ page, serve }) => {
    const { origin } = await serve();
    await page.goto(origin + path);
    await expect(page.getByRole('table').getByRole('button').first()).toBeVisible();
    await expect.poll(() => heights(page)).toEqual([44]);
    await page.getByRole('button', { name: 'Compact rows' }).click();
    await expect.poll(() => heights(page)).toEqual([36]);
  });
}

test('compact rows are remembered and apply from the first render', async ({ page, serve }) => {
  const { origin, answer } = await serve();
  await page.goto(`${origin}/users`);
  await page.getByRole('button', { name: 'Compact rows' }).click();
  answer({ 'GET /users': NEVER });
  await page.reload();
  await expect(rows(page)).toHaveCount(20);
  await expect.poll(() => heights(page)).toEqual([36]);
  await page.getByRole('button', { name: 'Compact rows', pressed: true }).click();
  await expect.poll(() => heights(page)).toEqual([44]);
});

test.describe('compact rows on a touch screen', () => {
  test.use({ viewport: { width: 1024, height: 1366 }, hasTouch: true, isMobile: true });

  test('stay large enough to tap', async ({ page, serve }) => {
    const { origin } = await serve();
    await page.addInitScript(() => localStorage.setItem('rows', 'compact'));
    await page.goto(`${origin}/users`);
    await expect(page.getByRole('table').getByRole('button').first()).toBeVisible();
    await expect.poll(() => heights(page)).toEqual([44]);
    await expect(page.getByRole('button', { name: 'Compact rows' })).toBeHidden();
  });
});
