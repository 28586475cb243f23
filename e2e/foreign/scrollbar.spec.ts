import { expect } from '@playwright/test';
import config from '../playwright.config.ts';
import { test } from '../support/foreign-test.ts';

test.use({ launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } });

for (const [path, scrolls] of [
  ['/users', true],
  ['/account-settings', false],
] as const) {
  test(`${path} does not shift when a dialog hides its scrollbar`, async ({ page, serve }) => {
    const { origin } = await serve();
    const scrollbar = () => page.evaluate(() => innerWidth - document.body.clientWidth);
    await page.goto(origin + path);
    await expect(page.getByRole('main').getByRole('button').first()).toBeEnabled();
    await expect.poll(async () => (await scrollbar()) > 0).toBe(scrolls);
    const before = await scrollbar();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
    expect(await scrollbar()).toBe(before);
  });
}
