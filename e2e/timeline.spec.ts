import { ADMIN_API } from '@halyard/contract/constants';
import type { Revenue } from '@halyard/contract/overview';
import { expect, type Page } from '@playwright/test';
import { test } from './support/product-test.ts';

const panel = (page: Page) => page.locator('dialog[data-side="right"]');
const events = (page: Page) => panel(page).getByRole('list', { name: 'Timeline' }).getByRole('listitem');

/** Returns the uuid of the merchant with the most paid orders among those with the highest fees. */
async function findBusyMerchant(page: Page): Promise<string> {
  const answer = await page.request.get(`${ADMIN_API}/analytics/revenue?range=all`);
  const { topMerchants }: Revenue = await answer.json();
  const [busiest] = topMerchants.toSorted((a, b) => b.orders - a.orders);
  return busiest?.uuid ?? '';
}

test('a merchant has a timeline, 50 events at a time, narrowed by kind, with links to its records', async ({
  adminPage: page,
}) => {
  const merchant = await findBusyMerchant(page);
  await page.goto(`/merchants?merchant=${merchant}`);
  await panel(page).getByRole('tab', { name: 'Timeline' }).click();
  await expect(page).toHaveURL(`/merchants?merchant=${merchant}&timeline=all`);
  await expect(events(page)).toHaveCount(50);
  await panel(page).getByRole('button', { name: 'Show more' }).click();
  await expect(events(page)).toHaveCount(100);

  await panel(page).getByRole('combobox', { name: 'Kind of event' }).selectOption('Statuses');
  await expect(page).toHaveURL(`/merchants?merchant=${merchant}&timeline=status`);
  await expect(events(page).filter({ hasText: /^Order / })).toHaveCount(50);
  await page.reload();
  await expect(events(page)).toHaveCount(50);

  await events(page)
    .first()
    .getByRole('link', { name: /^Order / })
    .click();
  await expect(page).toHaveURL(/\/orders\?order=[^&]+$/);
  await panel(page).getByRole('tab', { name: 'Timeline' }).click();
  await expect(events(page).filter({ hasText: 'Order created' })).toHaveCount(1);
  await page.goBack();
  await expect(events(page)).toHaveCount(50);
});

test('the timeline of a user has the orders of their merchants', async ({ adminPage: page }) => {
  const { orders } = await (await page.request.get(`${ADMIN_API}/orders?limit=100`)).json();
  const owned = orders.find(({ user }: { user: object | null }) => user !== null);
  await page.goto(`/users?user=${owned.user.uuid}`);
  await panel(page).getByRole('tab', { name: 'Timeline' }).click();
  await expect(page).toHaveURL(`/users?user=${owned.user.uuid}&tab=timeline`);
  await expect(events(page)).not.toHaveCount(0);
  await panel(page).getByRole('combobox', { name: 'Kind of event' }).selectOption('Statuses');
  const order = events(page).getByRole('link', { name: `Order ${owned.merchantOrderId}` });
  await expect(order.first()).toBeVisible();
});
