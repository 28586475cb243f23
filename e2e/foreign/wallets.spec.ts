import { expect, type Page } from '@playwright/test';
import { refusal } from '../support/answers.ts';
import { test } from '../support/foreign-test.ts';
import { addressOfWallet, friendlyWallet, idOfWallet } from '../support/friendly/friendly-wallets.ts';
import { expectScreen, toast } from '../support/screens.ts';

const HEADERS = ['Network', 'Address', 'Native Balance', 'Tokens', 'Total Value', 'Transactions'];

const rows = (page: Page) => page.getByRole('tabpanel').locator('tbody').getByRole('row');
const cell = (page: Page, row: number, column: number) => rows(page).nth(row).getByRole('cell').nth(column);
const total = (page: Page) => page.getByRole('region', { name: 'Total Portfolio Value' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Wallet Details' });

test('shows outbound balances and marks unknown values', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/wallets`);
  await expectScreen(page, '/wallets', 'Wallet Management');
  await expect(page.getByRole('tab')).toHaveText(['Outbound (9)', 'Inbound (47)']);
  await expect(page.getByRole('columnheader')).toHaveText(HEADERS);
  await expect(rows(page)).toHaveCount(9);

  await expect(cell(page, 0, 0)).toContainText('Ethereum');
  await expect(cell(page, 0, 2)).toHaveText('12.3457 ETH$41,251.07');
  await expect(cell(page, 0, 3)).toHaveText('2');
  await expect(cell(page, 0, 4)).toHaveText('$1,284,905.37');
  await expect(cell(page, 1, 0)).toContainText('TRON');
  await expect(cell(page, 1, 2)).toHaveText('98,765,432,109,876.5432 TRX$24,592,592.50');
  await expect(cell(page, 2, 0)).toContainText('Polygon');
  await expect(cell(page, 2, 2)).toHaveText('<0.0001 POL<$0.01');
  await expect(cell(page, 2, 4)).toHaveText('<$0.01');
  await expect(cell(page, 3, 2)).toHaveText('7.0000 BNBNo data');
  await expect(cell(page, 3, 5)).toHaveText('Mainnet 8,793 Testnet 3');
  await expect(cell(page, 5, 2)).toHaveText('Error loading');
  await expect(cell(page, 5, 4)).toHaveText('Error loading');
  await expect(cell(page, 6, 2)).toHaveText('No data');
  await expect(cell(page, 7, 2)).toHaveText('0.0000 BNB$0.00');

  await cell(page, 4, 4).locator('[tabindex]').focus();
  await expect(page.getByRole('tooltip')).toHaveText('Outdated: ETH: the node did not answer in 4 s');
  await expect(total(page)).toContainText('$98,765,438,209,316.90');
  await expect(total(page)).toContainText(/As of \d{4}-\d\d-\d\d \d\d:\d\d, 4m ago/);
  await total(page).getByText('Partial', { exact: true }).hover();
  await expect(
    page.getByRole('tooltip').filter({ hasText: 'Value unavailable for 2 wallets.' }),
  ).toBeVisible();
});

test('shows the full address on focus, copies it, and links to the explorer', async ({
  page,
  serve,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { origin } = await serve();
  await page.goto(`${origin}/wallets`);
  const address = addressOfWallet(0);
  await page.getByText(`${address.slice(0, 6)}…${address.slice(-4)}`).focus();
  await expect(page.getByRole('tooltip')).toHaveText(address);
  await page.getByRole('button', { name: `Copy ${address}` }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(panel(page)).toBeHidden();
  const explorer = rows(page).nth(0).getByRole('link');
  await expect(explorer).toHaveAttribute('href', `https://etherscan.io/address/${address}`);
  await expect(rows(page).nth(1).getByRole('link')).toHaveCount(0);
});

test('requests new balances on Refresh and shows their age', async ({ page, serve }) => {
  const server = await serve();
  await page.goto(`${server.origin}/wallets`);
  await expect(total(page)).toContainText(/As of \d{4}-\d\d-\d\d \d\d:\d\d, 4m ago/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(total(page)).toContainText(', just now');
  const calls = server.calls.map(({ method, path }) => `${method} ${path}`);
  expect(calls.filter((call) => call === 'POST /wallets/outbound/refresh')).toHaveLength(1);
});

test('refetches silently if the server has no refresh call', async ({ page, serve }) => {
  const server = await serve({ 'POST /wallets/outbound/refresh': refusal(404, 'not_found') });
  await page.goto(`${server.origin}/wallets`);
  await expect(rows(page)).toHaveCount(9);
  server.answer({ 'GET /wallets/outbound': { body: { wallets: [], totalValueUsd: '0' } } });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('No outbound wallets')).toBeVisible();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
});

// @spec 2.125
test('stores search, filters and page of the inbound wallets in the URL', async ({ page, serve }) => {
  const server = await serve();
  await page.goto(`${server.origin}/wallets`);
  await page.getByRole('tab', { name: 'Inbound (47)' }).click();
  await expect(page).toHaveURL(`${server.origin}/wallets?type=inbound`);
  await expect(page.getByRole('columnheader')).toHaveText(['Network', 'Address', 'Created', 'Transactions']);
  await expect(cell(page, 0, 2)).toHaveText(/^2026-11-\d\d \d\d:\d\d$/);
  await cell(page, 0, 2).getByRole('time').hover();
  await expect(page.getByRole('tooltip')).toHaveText(/^2026-11-\d\d \d\d:30:00 UTC$/);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Showing 21 to 40 of 47 inbound wallets')).toBeVisible();

  await page.getByLabel('Network').selectOption('Polygon');
  await expect(page).toHaveURL(`${server.origin}/wallets?type=inbound&network=POLYGON`);
  await expect(page.getByRole('tab', { name: 'Inbound (12)' })).toBeVisible();
  await page.getByPlaceholder('Search by address...').pressSequentially(addressOfWallet(102).slice(2, 12));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(addressOfWallet(102).slice(-4));
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove filter Network: Polygon' }).click();
  await page.getByPlaceholder('Search by address...').fill('nobody');
  await expect(page.getByText('No wallets found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all wallets' }).click();
  await expect(page).toHaveURL(`${server.origin}/wallets?type=inbound`);
  await expect(rows(page)).toHaveCount(20);
  expect(server.calls.find(({ query }) => query.has('blockchain'))?.query.get('blockchain')).toBe('POLYGON');
});

// @spec 2.124
test('shows the empty and the error state of both lists', async ({ page, serve }) => {
  const { origin, answer } = await serve({
    'GET /wallets/outbound': { body: { wallets: [], totalValueUsd: '0', isPartial: false } },
    'GET /wallets/inbound': { body: { wallets: [], pagination: { totalCount: 0 } } },
  });
  await page.goto(`${origin}/wallets`);
  await expect(page.getByText('No outbound wallets')).toBeVisible();
  await expect(total(page)).toContainText('$0.00');
  await page.getByRole('tab', { name: 'Inbound (0)' }).click();
  await expect(page.getByText('No inbound wallets')).toBeVisible();
  answer({
    'GET /wallets/outbound': refusal(404, 'not_found'),
    'GET /wallets/inbound': { body: { wallets: 'none' } },
  });
  await page.reload();
  await expect(toast(page, 'Failed to load inbound wallets')).toBeVisible();
  await page.goto(`${origin}/wallets`);
  await expect(toast(page, 'Failed to load outbound wallets')).toBeVisible();
  answer({ 'GET /wallets/outbound': { body: { wallets: [friendlyWallet(0)] } } });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('the open panel follows the rows by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/wallets?type=inbound&page=2`);
  const opener = (position: number) => page.locator('[data-row-opener]').nth(position);
  await opener(0).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(`${origin}/wallets?type=inbound&page=2&wallet=${idOfWallet(121)}`);
  await expect(opener(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(opener(1)).toBeFocused();
});

for (const path of ['/wallets', '/wallets?type=inbound']) {
  test(`${path} fits on a phone`, async ({ page, serve }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { origin } = await serve();
    await page.goto(origin + path);
    await expect(rows(page).first()).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
}
