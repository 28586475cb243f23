import { createDecipheriv, scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import { refusal } from '../support/answers.ts';
import { test } from '../support/foreign-test.ts';
import { ADDRESS_OF_KEY, PRIVATE_KEY, walletAuditLogs } from '../support/friendly/friendly-wallet-panel.ts';
import { addressOfWallet, idOfWallet } from '../support/friendly/friendly-wallets.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { openBackup, openKeys } from '../support/scenes/wallet-panel-scenes.ts';
import { codeCells, toast } from '../support/screens.ts';

const PASSPHRASE = 'correct horse battery';

/** As strict about workers as the product's own policy. */
const OWN_FILES_ONLY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src 'self' data:";

const pathOf = (position: number, more = '') => `/wallets?wallet=${idOfWallet(position)}${more}`;
const panel = (page: Page) => page.getByRole('dialog', { name: 'Wallet Details' });
const backup = (page: Page) => page.getByRole('dialog', { name: 'Wallet Backup' });
const assets = (page: Page) => panel(page).getByRole('table', { name: 'Assets' }).getByRole('row');
const items = (page: Page) => panel(page).getByRole('list', { name: 'Transactions' }).getByRole('listitem');

async function overflows(place: Locator): Promise<boolean> {
  return place.evaluate((element) =>
    [element, ...element.querySelectorAll('[role=tabpanel]')].some(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    ),
  );
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

async function downloadBy(page: Page, press: () => Promise<void>): Promise<Download> {
  const started = page.waitForEvent('download');
  await press();
  return started;
}

// @spec 2.130, 9.29, 9.31, 9.34
test('opens the panel from a row, with the specified decimals', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/wallets`);
  await page.getByRole('row').nth(1).click();
  await expect(panel(page)).toBeVisible();
  await expect(page).toHaveURL(`${origin}${pathOf(0)}`);
  await expect(panel(page).getByText(addressOfWallet(0), { exact: true })).toBeVisible();
  await expect(assets(page)).toHaveText([
    'AssetBalanceValue',
    'ETHNative12.3457$41,251.07',
    'USDTETH_USDT100.50$100.50',
    'USDCETH_USDC200.50$200.50',
  ]);
  await assets(page).nth(1).getByText('12.3457').hover();
  await expect(page.getByRole('tooltip')).toHaveText('12.345678901234567890');
  await expect(panel(page).getByRole('tab')).toHaveText([
    'Overview',
    'Transactions (45)',
    /^Audit Logs \(\d+\)$/,
  ]);
  await expect(panel(page).getByRole('region', { name: 'Current Lock' })).toContainText('2026-11-20 09:30');
  await panel(page).getByText('2026-11-20 09:30').last().hover();
  await expect(page.getByRole('tooltip')).toHaveText('2026-11-20 09:30:00 UTC');
});

// @spec 2.136, 2.137, 9.32, D.114
test('pages and filters transactions, and Back leaves the panel', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/wallets`);
  await page.getByRole('row').nth(1).click();
  await panel(page)
    .getByRole('tab', { name: /^Transactions/ })
    .click();
  await expect(items(page)).toHaveCount(20);
  await expect(items(page).nth(0)).toHaveText(
    'Incoming Payment1,234.50 USDTConfirmed$1,234.500xabab…aba02026-11-20 09:30OrderM-1001PaidFee 0.000021 ETH',
  );
  await expect(items(page).nth(2)).toContainText('98,765,432,109,876,543,210.12 USDC');
  await expect(items(page).nth(3)).toContainText('<0.00000001 ETH');
  await expect(items(page).nth(0).getByRole('link')).toHaveAttribute(
    'href',
    /^https:\/\/etherscan\.io\/tx\/0x/,
  );
  await panel(page).getByRole('button', { name: 'Next' }).click();
  await expect(panel(page).getByText('Showing 21 to 40 of 45 transactions')).toBeVisible();
  await expect(items(page).first()).toBeInViewport();
  await panel(page).getByLabel('Currency').selectOption('BUSD');
  await expect(items(page)).toHaveCount(9);
  await page.reload();
  await expect(items(page)).toHaveCount(9);
  await panel(page).getByLabel('Type').selectOption('Fee');
  await panel(page).getByLabel('Status').selectOption('Dropped');
  await expect(panel(page).getByText('No transactions found')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Clear filters' }).click();
  await expect(items(page)).toHaveCount(20);
  await page.goBack();
  await expect(panel(page)).toBeHidden();
});

test('opens an audit entry by a click anywhere on it, and Back returns to its button', async ({
  page,
  serve,
}) => {
  const { origin } = await serve({ 'GET /audit-logs': walletAuditLogs() });
  await page.goto(`${origin}${pathOf(0, '&tab=audit-logs')}`);
  const details = page.getByRole('dialog', { name: 'Audit Log Details' });
  const entry = panel(page).getByRole('listitem').filter({ hasText: 'Wallet locked' });
  for (const part of [entry.getByText('wallet.lock'), entry.getByRole('time'), entry]) {
    await part.click();
    await expect(details).toContainText('Wallet locked');
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(entry.getByRole('button')).toBeFocused();
  }
});

// @spec 2.132
test('closes the entry, then the backup, then the panel on Escape', async ({ page, serve }) => {
  const { origin } = await serve({ 'GET /audit-logs': walletAuditLogs() });
  await page.goto(`${origin}${pathOf(0, '&tab=audit-logs')}`);
  const details = page.getByRole('dialog', { name: 'Audit Log Details' });
  const opener = panel(page).getByRole('button', { name: 'Wallet locked' });
  await opener.click();
  await expect(details).toContainText('wallet.lock');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(opener).toBeFocused();
  await openBackup(page);
  await page.keyboard.press('Escape');
  await expect(backup(page)).toBeHidden();
  await expect(panel(page).getByRole('button', { name: 'Backup', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
});

test('keeps the overlay over the panel when the window narrows', async ({ page, serve }) => {
  const { origin } = await serve({ 'GET /audit-logs': walletAuditLogs() });
  const isOnTop = (dialog: Locator) =>
    dialog.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 40, top + 40));
    });
  await page.setViewportSize({ width: 1700, height: 900 });
  await page.goto(`${origin}${pathOf(0, '&tab=audit-logs')}`);
  await panel(page).getByRole('button', { name: 'Wallet locked' }).click();
  const details = page.getByRole('dialog', { name: 'Audit Log Details' });
  await expect(details).toContainText('wallet.lock');
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(panel(page)).toHaveAttribute('data-modal', 'true');
  await expect.poll(() => isOnTop(details)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await openBackup(page);
  await page.setViewportSize({ width: 1700, height: 900 });
  await expect(panel(page)).toHaveAttribute('data-modal', 'false');
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(panel(page)).toHaveAttribute('data-modal', 'true');
  await expect.poll(() => isOnTop(backup(page))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(backup(page)).toBeHidden();
  await expect(panel(page)).toBeVisible();
});

// @spec 2.141, 4.19, 8.45, D.75
test('releases the key for a fresh code, and masks, copies and saves it', async ({
  page,
  serve,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { origin, calls } = await serve();
  await page.goto(`${origin}${pathOf(0)}`);
  await openBackup(page);
  await expect(backup(page)).toContainText('Private keys will be exposed');
  await codeCells(page).pressSequentially('000000');
  await expect(toast(page, 'Invalid 2FA code')).toContainText('Check your authenticator app');
  await expect(backup(page)).toContainText('Invalid code. Please try again. 2 attempts remaining.');
  await expect(page.getByText('Verify Your Identity')).toBeHidden();
  await codeCells(page).pressSequentially('123456');
  await expect(toast(page, 'Wallet backup retrieved successfully')).toBeVisible();
  expect(calls.filter(({ path }) => path.endsWith('/backup'))).toHaveLength(2);

  await expect(backup(page)).not.toContainText(PRIVATE_KEY);
  await backup(page).getByRole('button', { name: 'Reveal Private Key' }).click();
  await expect(backup(page)).toContainText(PRIVATE_KEY);
  await backup(page).getByRole('button', { name: 'Copy Private Key' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(PRIVATE_KEY);
  const download = await downloadBy(page, () => page.getByRole('button', { name: 'Download JSON' }).click());
  expect(download.suggestedFilename()).toBe(`wallet-backup-${ADDRESS_OF_KEY}.json`);
  expect(JSON.parse(await textOf(download))).toEqual({
    address: ADDRESS_OF_KEY,
    publicKey: `0x04${'ab'.repeat(64)}`,
    privateKey: PRIVATE_KEY,
    blockchain: 'ETH',
    type: 'outbound',
  });

  await backup(page).getByRole('button', { name: 'Close' }).click();
  await expect(backup(page)).toBeHidden();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify([
      document.documentElement.outerHTML,
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
      history.state,
      names,
      databases,
    ]);
  });
  expect(kept).not.toContain(PRIVATE_KEY.slice(2));
  await openBackup(page);
  await expect(codeCells(page)).toHaveValue('');
});

test('creates a keystore that opens with its passphrase, in a worker', async ({ page, serve }) => {
  const { origin } = await serve({}, { pageHeaders: { 'content-security-policy': OWN_FILES_ONLY } });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(`${origin}${pathOf(0)}`);
  await openKeys(page);
  await page.getByRole('button', { name: 'Encrypt with a passphrase' }).click();
  expect(scripts.some((url) => url.includes('encrypt-backup-worker'))).toBe(false);
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByLabel('Confirm Passphrase').fill(PASSPHRASE);
  const submit = page.getByRole('button', { name: 'Download encrypted file' });
  const startWorker = await holdRequests(page, /encrypt-backup-worker/);
  const download = await downloadBy(page, async () => {
    await submit.click();
    await expect(submit).toHaveAttribute('aria-busy', 'true');
    await page.getByRole('button', { name: 'Reveal Private Key' }).click();
    await expect(backup(page)).toContainText(PRIVATE_KEY);
    startWorker();
  });
  expect(download.suggestedFilename()).toBe(`wallet-backup-${ADDRESS_OF_KEY}.keystore.json`);
  await expect(backup(page)).toContainText(`Downloaded ${download.suggestedFilename()}`);
  await expect(backup(page)).not.toContainText(PRIVATE_KEY);
  const { crypto } = JSON.parse(await textOf(download));
  const { n, r, p, dklen, salt } = crypto.kdfparams;
  const derived = scryptSync(PASSPHRASE, Buffer.from(salt, 'hex'), dklen, { N: n, r, p, maxmem: 2 ** 28 });
  const iv = Buffer.from(crypto.cipherparams.iv, 'hex');
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  expect(decipher.update(crypto.ciphertext, 'hex', 'hex')).toBe(PRIVATE_KEY.slice(2));
});

test('encrypts the backup of a TRON wallet as an age file', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}${pathOf(1)}`);
  await openBackup(page);
  await codeCells(page).pressSequentially('123456');
  await page.getByRole('button', { name: 'Encrypt with a passphrase' }).click();
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByLabel('Confirm Passphrase').fill(PASSPHRASE);
  const download = await downloadBy(page, () =>
    page.getByRole('button', { name: 'Download encrypted file' }).click(),
  );
  expect(download.suggestedFilename()).toBe(`wallet-backup-${addressOfWallet(1)}.age`);
  expect(await textOf(download)).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 17\n/);
});

// @spec 8.46
test('reports a failed backup, and closes it on Back', async ({ page, serve }) => {
  const path = `GET /wallets/${idOfWallet(0)}/backup`;
  const { origin, answer } = await serve({ [path]: refusal(404, 'not_found') });
  await page.goto(`${origin}${pathOf(0)}`);
  await openBackup(page);
  await codeCells(page).pressSequentially('123456');
  await expect(toast(page, 'Wallet not found')).toBeVisible();
  answer({ [path]: refusal(500, 'integrity_error') });
  await codeCells(page).fill('');
  await codeCells(page).pressSequentially('123456');
  await expect(toast(page, 'Failed to download wallet backup')).toBeVisible();
  await expect(toast(page, 'Server Error')).toBeVisible();
  await expect(backup(page)).toContainText('The stored key failed its integrity check');
  await page.goBack().catch(() => undefined);
  await expect(backup(page)).toBeHidden();
});

for (const width of [1440, 390]) {
  test(`shows unusual content as text without overflow at ${width} px`, async ({ page, serve }) => {
    await page.setViewportSize({ width, height: 844 });
    const { origin } = await serve({ 'GET /audit-logs': walletAuditLogs() });
    for (const position of [0, 1, 4]) {
      for (const tab of ['', '&tab=transactions', '&tab=audit-logs']) {
        await page.goto(`${origin}${pathOf(position, tab)}`);
        await expect(panel(page).getByRole('tab', { name: 'Audit Logs (1,234)' })).toBeVisible();
        expect(await overflows(panel(page)), `${position} ${tab}`).toBe(false);
      }
    }
    await page.goto(`${origin}${pathOf(0, '&tab=audit-logs&entry=2')}`);
    const details = page.getByRole('dialog', { name: 'Audit Log Details' });
    await expect(details.getByText('Show all').first()).toBeVisible();
    expect(await overflows(details)).toBe(false);
    await expect(details.locator('img')).toHaveCount(0);
    await page.goto(`${origin}${pathOf(0)}`);
    await openKeys(page);
    await page.getByRole('button', { name: 'Reveal Private Key' }).click();
    await page.getByRole('button', { name: 'Encrypt with a passphrase' }).click();
    expect(await overflows(backup(page))).toBe(false);
    expect(await page.evaluate(() => Reflect.get(window, '__x'))).toBeUndefined();
  });
}
