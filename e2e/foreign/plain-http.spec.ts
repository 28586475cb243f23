import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../support/foreign-test.ts';
import { ADDRESS_OF_KEY, PRIVATE_KEY } from '../support/friendly/friendly-wallet-panel.ts';
import { addressOfWallet, idOfWallet } from '../support/friendly/friendly-wallets.ts';
import { openBackup, openKeys } from '../support/scenes/wallet-panel-scenes.ts';
import { codeCells } from '../support/screens.ts';

/** Plain http on this host lacks what browsers offer only over https and on loopback. */
const HOST = 'halyard.test';
const PASSPHRASE = 'correct horse battery';
const UUID_4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`];
    await use({ ...launchOptions, args });
  },
});

async function openWallet(page: Page, origin: string, position: number): Promise<void> {
  await page.goto(`${origin.replace('127.0.0.1', HOST)}/wallets?wallet=${idOfWallet(position)}`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
}

async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = Object.assign(document.createElement('textarea'), { id: 'paste' });
    (document.querySelector('dialog:modal') ?? document.body).append(field);
    field.focus();
  });
  await page.keyboard.press('ControlOrMeta+V');
  return page.locator('#paste').inputValue();
}

test('copies over plain http, also in a dialog', async ({ page, serve }) => {
  const { origin } = await serve();
  await openWallet(page, origin, 0);
  await page
    .getByRole('button', { name: `Copy ${addressOfWallet(0)}` })
    .last()
    .click();
  await expect(page.getByText('Copied', { exact: true })).toBeAttached();
  expect(await pasted(page)).toBe(addressOfWallet(0));
  await page.locator('#paste').evaluate((field) => field.remove());
  await openKeys(page);
  await page.getByRole('button', { name: 'Copy Private Key' }).click();
  expect(await pasted(page)).toBe(PRIVATE_KEY);
});

for (const [position, name] of [
  [0, `wallet-backup-${ADDRESS_OF_KEY}.keystore.json`],
  [1, `wallet-backup-${addressOfWallet(1)}.age`],
] as const) {
  test(`creates the encrypted file ${name.replace(/^.*?\./, '')} over plain http`, async ({
    page,
    serve,
  }) => {
    const { origin } = await serve();
    await openWallet(page, origin, position);
    await openBackup(page);
    await codeCells(page).pressSequentially('123456');
    await page.getByRole('button', { name: 'Encrypt with a passphrase' }).click();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByLabel('Confirm Passphrase').fill(PASSPHRASE);
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download encrypted file' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe(name);
    const text = await readFile(await download.path(), 'utf8');
    if (position === 0) expect(JSON.parse(text).id).toMatch(UUID_4);
    else expect(text).toMatch(/^age-encryption\.org/);
  });
}
