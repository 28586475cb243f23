import { expect, type Page } from '@playwright/test';
import { codeCells } from '../support/screens.ts';
import { job } from './support/job.ts';
import { findOutboundWallet } from './support/records.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Wallet Details' });
const PASSPHRASE = 'correct horse battery staple';

job(
  {
    name: '9. A key backup of a wallet, encrypted, with proof in the log (besides code and passphrase)',
    bar: 9,
  },
  findOutboundWallet,
  async ({ page, administrator, person, prepared: wallet }) => {
    await person.goTo(wallet.address);
    await person.click(panel(page).getByRole('button', { name: 'Backup', exact: true }));
    await expect(codeCells(page).first()).toBeFocused();
    await person.typeSecret(await administrator.authenticator.nextCode());
    await person.click(page.getByRole('button', { name: 'Encrypt with a passphrase' }));
    await person.typeSecret(PASSPHRASE);
    await person.press('Tab');
    await page.getByLabel('Confirm Passphrase').focus();
    await person.typeSecret(PASSPHRASE);
    const download = page.waitForEvent('download');
    await person.press('Enter');
    expect((await download).suggestedFilename()).toContain(wallet.address);
    await person.press('Escape');
    await person.click(panel(page).getByRole('tab', { name: /^Audit Logs/ }));
    const entry = panel(page).getByRole('listitem').filter({ hasText: 'wallet.backup' }).first();
    await expect(entry).toContainText(administrator.email);
    await expect(entry).toContainText('success');
  },
);
