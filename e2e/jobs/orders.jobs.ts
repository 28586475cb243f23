import { expect, type Page } from '@playwright/test';
import { job } from './support/job.ts';
import { findOrder } from './support/records.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Order' });

job(
  { name: '1. A merchant says an order was paid but is pending: find it and say why', bar: 5 },
  (page) => findOrder(page, 'pending', ({ exceptions }) => exceptions.length > 0),
  async ({ page, person, prepared: order }) => {
    await person.goTo(order.merchantOrderId);
    await expect(panel(page)).toContainText(order.merchantOrderId);
    await expect(panel(page)).toContainText('Pending');
    await expect(panel(page).getByRole('region', { name: 'Exceptions' })).toContainText(/expected/);
  },
);

job(
  { name: '2. A customer sends a transaction hash: which order, merchant and user is it', bar: 3 },
  (page) => findOrder(page, 'paid', ({ transactions }) => transactions[0]?.hash != null),
  async ({ page, person, prepared: order }) => {
    await person.goTo(order.transactions[0]?.hash ?? '');
    await expect(panel(page)).toContainText(order.merchantOrderId);
    await expect(panel(page).getByRole('link', { name: order.merchant.name })).toBeVisible();
    await expect(panel(page).getByRole('link', { name: order.user?.email ?? '' })).toBeVisible();
  },
);
