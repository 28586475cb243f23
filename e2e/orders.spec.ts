import type { OrderPage } from '@halyard/contract/admin-orders';
import { ADMIN_API, PAGE_SIZE } from '@halyard/contract/constants';
import { expect, type Page } from '@playwright/test';
import { test } from './support/product-test.ts';
import { expectScreen, menuLink } from './support/screens.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Orders' }).locator('tbody').getByRole('row');
const panel = (page: Page) => page.getByRole('dialog', { name: 'Order' });

async function fetchOrders(page: Page, query: Readonly<Record<string, string>>): Promise<OrderPage> {
  return await (await page.request.get(`${ADMIN_API}/orders`, { params: query })).json();
}

test('opens the orders from the menu, narrows them, and shows one with its links', async ({
  adminPage: page,
}) => {
  const { totalCount } = await fetchOrders(page, {});
  expect(totalCount, 'the sample data is there').toBeGreaterThan(10_000);
  await page.goto('/dashboard');
  await menuLink(page, 'Orders').click();
  await expectScreen(page, '/orders', 'Orders');
  await expect(page.getByText(`${totalCount.toLocaleString('en-US')} in total`)).toBeVisible();
  await expect(rows(page)).toHaveCount(PAGE_SIZE);

  await page.getByRole('combobox', { name: 'Status' }).selectOption('Expired');
  await page.getByRole('combobox', { name: 'Network' }).selectOption('TRON');
  const narrowed = await fetchOrders(page, { status: 'expired', network: 'TRON' });
  await expect(page.getByText(`${narrowed.totalCount.toLocaleString('en-US')} in total`)).toBeVisible();
  await expect(page).toHaveURL('/orders?status=expired&network=TRON');

  const order = narrowed.orders.find(({ user }) => user !== null);
  await page.getByRole('searchbox').fill(order?.merchantOrderId ?? '');
  await page
    .getByRole('button', { name: order?.merchantOrderId ?? '' })
    .first()
    .click();
  await expect(panel(page).getByRole('region', { name: 'History' })).toBeVisible();
  await panel(page)
    .getByRole('link', { name: order?.user?.email ?? '' })
    .click();
  await expect(page).toHaveURL(`/users?user=${order?.user?.uuid}`);
  await page.goBack();
  await expect(panel(page)).toBeVisible();
});

test('finds an order by its uuid and by the hash of a transaction', async ({ adminPage: page }) => {
  const { orders } = await fetchOrders(page, { status: 'paid', testnet: 'false', limit: '50' });
  for (const { uuid, merchantOrderId } of orders.slice(0, 10)) {
    const details = await (await page.request.get(`${ADMIN_API}/orders/${uuid}`)).json();
    const hash: string | undefined = details.transactions[0]?.hash;
    if (hash === undefined) continue;
    for (const text of [uuid, hash, hash.slice(0, 12)]) {
      await page.goto(`/orders?search=${text}`);
      await expect(rows(page)).toHaveCount(1);
      await expect(page.getByRole('button', { name: merchantOrderId })).toBeVisible();
    }
    return;
  }
  throw new Error('no order of the sample data has a transaction with a hash');
});

test('keeps two filters that are set before the screen shows the first', async ({ adminPage: page }) => {
  await page.goto('/orders');
  await expect(rows(page)).toHaveCount(PAGE_SIZE);
  const status = await page.getByRole('combobox', { name: 'Status' }).elementHandle();
  const network = await page.getByRole('combobox', { name: 'Network' }).elementHandle();
  await page.evaluate(
    (choices) => {
      for (const { select, value } of choices) {
        if (select instanceof HTMLSelectElement) select.value = value;
        select?.dispatchEvent(new Event('change', { bubbles: true }));
      }
    },
    [
      { select: status, value: 'expired' },
      { select: network, value: 'TRON' },
    ],
  );
  await expect(page).toHaveURL('/orders?status=expired&network=TRON');
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(2);
});
