import { expect, type Page } from '@playwright/test';
import { test } from '../../support/foreign-test.ts';
import { ADDRESS_OF_KEY, walletAuditLogs } from '../../support/friendly/friendly-wallet-panel.ts';
import { idOfWallet } from '../../support/friendly/friendly-wallets.ts';
import { expectFocusKept, expectFocusShown, pressAt, tabTo, typeInto } from '../../support/keyboard.ts';
import { liveRegionTexts } from '../../support/live-region-texts.ts';
import { codeCells } from '../../support/screens.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Wallet Details' });
const backup = (page: Page) => page.getByRole('dialog', { name: 'Wallet Backup' });
const row = (page: Page, position: number) => page.locator('[data-row-opener]').nth(position);
const tells = (page: Page, words: RegExp) =>
  expect(page.locator('[aria-live]').filter({ hasText: words }).first()).toBeAttached();

test('opens the inbound wallets, a network and a wallet by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/wallets`);
  await tabTo(page, page.getByRole('tab', { name: /Outbound/ }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: /Inbound/ })).toBeFocused();
  await expect(page.getByRole('tab', { name: /Inbound/ })).toHaveAttribute('aria-selected', 'true');
  await tells(page, /^[\d,]+ inbound wallets found$/);
  const network = page.getByLabel('Network', { exact: true });
  await tabTo(page, network);
  await page.keyboard.type('Pol');
  await expect(network).toHaveValue('POLYGON');
  await expect(network).toBeFocused();
  await tells(page, /^\d+ inbound wallets found$/);
  await pressAt(page, page.getByRole('button', { name: 'Remove filter Network: Polygon' }));
  await expect(network).toHaveValue('');
  await typeInto(page, page.getByRole('searchbox', { name: 'Search inbound wallets' }), 'nobody');
  await tells(page, /^0 inbound wallets found$/);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await pressAt(page, row(page, 1));
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(row(page, 0)).toBeFocused();
  await expect(row(page, 0)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(row(page, 0)).toBeFocused();
});

test("views a wallet's transactions, filters and audit logs by keyboard", async ({ page, serve }) => {
  const { origin } = await serve({ 'GET /audit-logs': walletAuditLogs() });
  await page.goto(`${origin}/wallets?wallet=${idOfWallet(0)}`);
  await tabTo(page, panel(page).getByRole('tab', { name: 'Overview' }));
  await page.keyboard.press('ArrowRight');
  await tells(page, /^45 transactions found$/);
  const type = panel(page).getByLabel('Type');
  await tabTo(page, type);
  await page.keyboard.type('Sw');
  await tells(page, /^7 transactions found$/);
  await expect(type).toBeFocused();
  await tabTo(page, panel(page).getByRole('tab', { name: /Transactions/ }), 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  const entry = panel(page).getByRole('button', { name: 'Wallet backup downloaded' });
  const details = page.getByRole('dialog', { name: 'Audit Log Details' });
  await pressAt(page, entry);
  await expect(details).toBeVisible();
  await expectFocusKept(page, details);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(entry).toBeFocused();
  await expectFocusShown(page);
});

test('completes both steps of a wallet backup by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/wallets`);
  await pressAt(page, row(page, 0));
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeFocused();
  const opener = panel(page).getByRole('button', { name: 'Backup', exact: true });
  await pressAt(page, opener);
  await expect(codeCells(page)).toBeFocused();
  await expectFocusKept(page, backup(page));
  await page.keyboard.press('Escape');
  await expect(backup(page)).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(codeCells(page)).toBeFocused();
  await page.keyboard.type('000000');
  await expect(codeCells(page)).toHaveAccessibleDescription(/Invalid code. Please try again./);
  await expect(codeCells(page)).toBeFocused();
  await page.keyboard.type('123456');
  await expect(backup(page).getByText(ADDRESS_OF_KEY)).toBeVisible();
  await expect
    .poll(() => liveRegionTexts(page, 'Wallet Backup'))
    .toContain('Wallet backup retrieved successfully');
  await expectFocusShown(page);
  await expectFocusKept(page, backup(page));
  await pressAt(page, backup(page).getByRole('button', { name: 'Reveal Private Key' }), 'Space');
  await expect(backup(page).getByRole('button', { name: 'Hide Private Key' })).toBeFocused();
  await pressAt(page, backup(page).getByRole('button', { name: 'Encrypt with a passphrase' }));
  await expect(backup(page).getByLabel('Passphrase', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(backup(page).getByLabel('Passphrase', { exact: true })).toHaveAccessibleDescription(
    /at least 12 characters/,
  );
  await pressAt(page, backup(page).getByRole('button', { name: 'Back' }));
  const downloaded = page.waitForEvent('download');
  await pressAt(page, backup(page).getByRole('button', { name: 'Download JSON' }));
  expect((await downloaded).suggestedFilename()).toBe(`wallet-backup-${ADDRESS_OF_KEY}.json`);
  await pressAt(page, backup(page).getByRole('button', { name: 'Close' }));
  await expect(opener).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(row(page, 0)).toBeFocused();
});
