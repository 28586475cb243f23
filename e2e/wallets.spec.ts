import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { computeAddress } from 'ethers';
import { test } from './support/product-test.ts';
import { codeCells, expectScreen, toast } from './support/screens.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Wallet Details' });
const outbound = (page: Page) =>
  page.getByRole('table', { name: 'Outbound wallets' }).locator('tbody').getByRole('row');
const inbound = (page: Page) =>
  page.getByRole('table', { name: 'Inbound wallets' }).locator('tbody').getByRole('row');

// @spec 1.11
test('lists outbound wallets by value, with balances from the ledger', async ({ adminPage: page }) => {
  await page.goto('/wallets');
  await expectScreen(page, '/wallets', 'Wallet Management');
  await expect(page.getByText('Total Portfolio Value')).toBeVisible();
  await expect(page.getByText(/ased on recorded transactions/)).toBeVisible();
  await expect(outbound(page).nth(7)).toBeVisible();
  const worths = (await outbound(page).allInnerTexts()).map((text) =>
    Number(/\$([\d,]+\.\d{2})(?!.*\$)/s.exec(text)?.[1]?.replaceAll(',', '')),
  );
  expect(worths).toEqual(worths.toSorted((a, b) => b - a));
  expect(worths[0]).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(outbound(page).first()).toBeVisible();
});

// @spec 1.11
test('finds inbound wallets by address and network', async ({ adminPage: page }) => {
  await page.goto('/wallets?type=inbound');
  await expect(page.getByRole('tab', { name: /^Inbound \(\d,\d{3}\)$/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Network' }).selectOption('TRON');
  await expect(page).toHaveURL(/network=TRON/);
  await inbound(page).filter({ hasText: 'TRON' }).first().click();
  const address =
    (await panel(page)
      .getByText(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
      .textContent()) ?? '';
  await panel(page).getByRole('button', { name: 'Close panel' }).click();
  await page.getByPlaceholder('Search by address...').fill(address.slice(0, 12));
  await expect(inbound(page)).toHaveCount(1);
  await page.getByPlaceholder('Search by address...').fill(address.toLowerCase());
  await expect(page.getByText('No wallets found')).toBeVisible();
});

// @spec 1.11, 6.5
test('shows transactions, releases the key for a code, and records it in the audit log', async ({
  page,
  product,
  administrator,
}) => {
  await page.goto('/wallets');
  await outbound(page).filter({ hasText: 'Ethereum' }).first().click();
  const address =
    (await panel(page)
      .getByText(/^0x[0-9a-fA-F]{40}$/)
      .textContent()) ?? '';
  await panel(page)
    .getByRole('tab', { name: /^Transactions \([\d,]+\)$/ })
    .click();
  const transactions = panel(page).getByRole('list', { name: 'Transactions' }).getByRole('listitem');
  await expect(transactions).toHaveCount(20);
  await panel(page).getByRole('button', { name: 'Next' }).click();
  await expect(panel(page).getByText(/^Showing 21 to 40 of/)).toBeVisible();

  await panel(page).getByRole('button', { name: 'Backup', exact: true }).click();
  await codeCells(page).pressSequentially(administrator.authenticator.wrongCode());
  await expect(toast(page, 'Invalid 2FA code')).toBeVisible();
  await codeCells(page).pressSequentially(await administrator.authenticator.nextCode());
  await expect(toast(page, 'Wallet backup retrieved successfully')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download JSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`wallet-backup-${address}.json`);
  const backup = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(computeAddress(backup.privateKey)).toBe(address);
  await expect(page.locator('body')).not.toContainText(backup.privateKey.slice(2));
  await page.getByRole('dialog', { name: 'Wallet Backup' }).getByRole('button', { name: 'Close' }).click();
  const notices = async () =>
    (await product.mailsTo(administrator.email)).filter(({ text }) => text.includes(address));
  await expect.poll(async () => (await notices()).length).toBeGreaterThan(0);
  expect((await notices()).at(-1)?.text).not.toContain(backup.privateKey.slice(2));

  await panel(page)
    .getByRole('tab', { name: /^Audit Logs/ })
    .click();
  // A wrong code first, then the correct one.
  const backups = panel(page)
    .getByRole('listitem')
    .filter({ has: page.getByText('wallet.backup', { exact: true }), hasText: administrator.email });
  await expect(backups).toHaveCount(2);
  await expect(backups.last()).toContainText('failure');
  await page.setViewportSize({ width: 320, height: 700 });
  const emails = backups.getByText(administrator.email, { exact: true });
  const isCut = async () =>
    await emails.evaluateAll((found) => found.some((email) => email.scrollWidth > email.clientWidth));
  await expect(emails).toHaveCount(2);
  expect(await isCut()).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });
  await backups.first().getByRole('button').click();
  const details = page.getByRole('dialog', { name: 'Audit Log Details' });
  await expect(details).toContainText(administrator.email);
});
