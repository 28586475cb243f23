import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { type ProductProcess, startProductProcess } from '../apps/server/test/started-product.ts';
import { axeViolations } from './support/axe-violations.ts';
import { watchPage } from './support/page-watch.ts';

const START_MS = 180_000;

const test = base.extend<object, { readonly documented: ProductProcess }>({
  documented: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const directory = await mkdtemp(join(tmpdir(), 'halyard-api-docs-'));
      const settings = { API_DOCS: 'on', SAMPLE_DATA: 'off', LOG_LEVEL: 'error' };
      const product = startProductProcess({ ...settings, DATA_DIR: join(directory, 'data') });
      await product.ready;
      await use(product);
      product.child.kill('SIGTERM');
      await product.ended;
      await rm(directory, { recursive: true });
    },
    { scope: 'worker', timeout: START_MS },
  ],
});

test('the API reference shows endpoints without sign-in, scripts or other hosts', async ({
  page,
  documented,
}) => {
  const address = await documented.ready;
  const problems = await watchPage(page, /^$/);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${address}/api/docs`);
  await page.getByRole('link', { name: 'Creates or updates orders, all or none' }).first().click();
  const section = page.locator('#feedOrders');
  await expect(section.getByText('/api/platform/v1/orders')).toBeInViewport();
  await section.getByText('Errors', { exact: true }).click();
  await expect(section.getByText('user_blocked', { exact: true })).toBeVisible();
  expect(requests.filter((url) => !url.startsWith(`${address}/`))).toEqual([]);
  expect(problems).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the API reference is accessible and fits a phone in ${colorScheme}`, async ({ page, documented }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${await documented.ready}/api/docs`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await axeViolations(page, colorScheme === 'light' ? 'all' : 'colours')).toEqual([]);
  });
}
