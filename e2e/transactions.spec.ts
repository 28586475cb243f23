import { readFile } from 'node:fs/promises';
import type { TransactionPage } from '@halyard/contract/admin-transactions';
import { ADMIN_API, PAGE_SIZE } from '@halyard/contract/constants';
import { expect, type Page } from '@playwright/test';
import { test } from './support/product-test.ts';
import { expectScreen, menuLink } from './support/screens.ts';

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Transactions' }).locator('tbody').getByRole('row');

async function fetchTransactions(
  page: Page,
  query: Readonly<Record<string, string>>,
): Promise<TransactionPage> {
  return await (await page.request.get(`${ADMIN_API}/transactions`, { params: query })).json();
}

const count = (text: number) => text.toLocaleString('en-US');

test('opens the transactions from the menu, narrows them, and follows their links', async ({
  adminPage: page,
}) => {
  const { pagination } = await fetchTransactions(page, {});
  expect(pagination.totalCount, 'the sample data is there').toBeGreaterThan(PAGE_SIZE);
  await page.goto('/dashboard');
  await menuLink(page, 'Transactions').click();
  await expectScreen(page, '/transactions', 'Transactions');
  await expect(page.getByText(`${count(pagination.totalCount)} in total`)).toBeVisible();
  await expect(rows(page)).toHaveCount(PAGE_SIZE);

  await page.getByRole('combobox', { name: 'Type' }).selectOption('Payment');
  await page.getByRole('textbox', { name: 'Minimum USD' }).fill('100');
  const narrowed = await fetchTransactions(page, { type: 'payment', minUsd: '100' });
  await expect(page.getByText(`${count(narrowed.pagination.totalCount)} in total`)).toBeVisible();
  const whole = (usd: string) => Math.floor(Number(usd)).toLocaleString('en-US');
  await expect(
    page.getByRole('paragraph').filter({
      hasText: new RegExp(
        `^Confirmed \\$${whole(narrowed.confirmedUsd)}.* of \\$${whole(narrowed.totalUsd)}`,
      ),
    }),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Minimum USD' })).toHaveValue('100');
  await expect(page.getByText(`${count(narrowed.pagination.totalCount)} in total`)).toBeVisible();

  await rows(page)
    .first()
    .getByRole('link', { name: /^Wallet/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Wallet Details' })).toBeVisible();
  await page.goBack();
  const [withOrder] = narrowed.transactions.filter(({ relatedOrder }) => relatedOrder !== null);
  await page
    .getByRole('link', { name: withOrder?.relatedOrder?.merchantOrderId ?? '', exact: true })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Order' })).toBeVisible();
});

test('finds transactions by hash and by the ids of their order', async ({ adminPage: page }) => {
  const { transactions } = await fetchTransactions(page, { type: 'payment', limit: '100' });
  const known = transactions.find(({ hash, relatedOrder }) => hash !== null && relatedOrder !== null);
  const { uuid = '', merchantOrderId = '' } = known?.relatedOrder ?? {};
  for (const text of [known?.hash ?? '', uuid, merchantOrderId]) {
    await page.goto(`/transactions?search=${encodeURIComponent(text)}`);
    await expect(page.getByRole('link', { name: merchantOrderId, exact: true }).first()).toBeVisible();
  }
});

test('exports the payouts over $1,000 of the last week in six steps', async ({ adminPage: page }) => {
  await page.goto('/dashboard');
  await menuLink(page, 'Transactions').click();
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Payout');
  await page.getByRole('textbox', { name: 'Minimum USD' }).fill('1000');
  await page.getByRole('combobox', { name: 'Time' }).selectOption('Last 7 days');
  await expect(page).toHaveURL(/(?=.*type=payout)(?=.*minUsd=1000)(?=.*last=7d)/);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const [request, download] = await Promise.all([
    page.waitForRequest(`**${ADMIN_API}/exports`),
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^transactions-\d{4}-\d\d-\d\d\.csv$/);
  const [, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  const { from } = request.postDataJSON();
  expect(Math.abs(Date.parse(from) + 7 * 24 * 3_600_000 - Date.now())).toBeLessThan(60_000);
  const { pagination } = await fetchTransactions(page, { type: 'payout', minUsd: '1000', from });
  expect(lines).toHaveLength(pagination.totalCount);
  expect(lines.every((line) => line.includes(',payout,'))).toBe(true);
});
