import { ADMIN_API } from '@halyard/contract/constants';
import type { InvitationPage } from '@halyard/contract/invitations';
import { expect, type Page } from '@playwright/test';
import { test } from './support/product-test.ts';

const panel = (page: Page, name: string) => page.getByRole('dialog', { name });

async function fetchJson(page: Page, path: string) {
  return await (await page.request.get(`${ADMIN_API}${path}`)).json();
}

/** Pastes text into "Go to" and opens the first result by Enter. */
async function openPasted(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.insertText(text);
  await expect(dialog.getByRole('group', { name: 'Exact matches' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

/** Returns a paid order of a known user, with the hash of its payment. */
async function findPaidOrder(page: Page) {
  const { orders } = await fetchJson(page, '/orders?status=paid&testnet=false&limit=50');
  for (const { uuid } of orders.slice(0, 20)) {
    const order = await fetchJson(page, `/orders/${uuid}`);
    const hash: string | undefined = order.transactions[0]?.hash;
    if (order.user !== null && hash !== undefined) return { order, hash };
  }
  throw new Error('no order of the sample data has a user and a transaction with a hash');
}

test('opens an order by a transaction hash, its uuid and the id of the merchant', async ({
  adminPage: page,
}) => {
  const { order, hash } = await findPaidOrder(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Go to...' })).toBeEnabled();
  for (const text of [hash, ` ${order.uuid} `, order.merchantOrderId]) {
    await openPasted(page, text);
    await expect(page).toHaveURL(`/orders?order=${order.uuid}`);
    await expect(panel(page, 'Order').getByRole('link', { name: order.user.email })).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByRole('button', { name: 'Go to...' })).toBeEnabled();
  }
});

test('opens a wallet by its address as it is shown, and a user by an email', async ({ adminPage: page }) => {
  const { wallets } = await fetchJson(page, '/wallets/inbound?limit=20');
  const { users } = await fetchJson(page, '/users?limit=3');
  const wallet = wallets.find(({ blockchain }: { blockchain: string }) => blockchain !== 'TRON');
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Go to...' })).toBeEnabled();
  await openPasted(page, `${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`);
  await expect(page).toHaveURL(`/wallets?type=inbound&wallet=${wallet.id}`);
  await expect(panel(page, 'Wallet Details')).toContainText(wallet.address);
  await openPasted(page, users[2].email.toUpperCase());
  await expect(page).toHaveURL(`/users?user=${users[2].uuid}`);
  await expect(page.locator('dialog[data-side="right"]')).toContainText(users[2].email);
});

test('opens an audit entry by its request id, and an invitation by its email', async ({
  adminPage: page,
}) => {
  const { logs } = await fetchJson(page, '/audit-logs?action=login');
  const entry = logs.find(({ requestId }: { requestId: string | null }) => requestId !== null);
  const { invitations }: InvitationPage = await fetchJson(page, '/invitations?limit=100');
  // The email of an accepted one opens its user.
  const { id, email } = invitations.find(({ status }) => status !== 'accepted') ?? { id: '', email: '' };
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Go to...' })).toBeEnabled();
  await openPasted(page, entry.requestId);
  await expect(page).toHaveURL(/^.*\/audit-logs\?entry=/);
  await expect(panel(page, 'Audit Log Details')).toContainText(entry.requestId);
  await openPasted(page, email);
  await expect(page).toHaveURL(`/invitations?invitation=${id}`);
  await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(1);
  await expect(page.getByRole('table')).toContainText(email);
});
