import { expect, type Page } from '@playwright/test';
import { ADDRESS_OF_KEY, walletAuditLogs } from '../friendly/friendly-wallet-panel.ts';
import { friendlyWallet, idOfWallet } from '../friendly/friendly-wallets.ts';
import { codeCells } from '../screens.ts';
import { FAILURE, NEVER, type Scene, showsText } from './scene.ts';

const pathOf = (position: number, more = '') => `/wallets?wallet=${idOfWallet(position)}${more}`;
const AUDITED = { 'GET /audit-logs': walletAuditLogs() };
const WALLET = `/wallets/${idOfWallet(0)}`;
const CHANGED = { ...friendlyWallet(0), address: '', addressChanged: true, explorerUrl: null };

export async function openBackup(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Backup', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Wallet Backup' })).toBeVisible();
}

export async function openKeys(page: Page): Promise<void> {
  await openBackup(page);
  await codeCells(page).pressSequentially('123456');
  await expect(page.getByText(ADDRESS_OF_KEY)).toBeVisible();
}

export const WALLET_PANEL_SCENES: readonly Scene[] = [
  { name: 'wallet', path: pathOf(0), act: showsText('Never backed up') },
  { name: 'wallet-huge', path: pathOf(1), act: showsText('Not locked') },
  { name: 'wallet-partial', path: pathOf(3), act: showsText('not included in the total') },
  { name: 'wallet-error', path: pathOf(4), act: showsText("Couldn't load the latest values") },
  { name: 'wallet-unknown', path: pathOf(5), act: showsText('Error loading') },
  { name: 'wallet-no-data', path: pathOf(6), act: showsText("its private key isn't stored") },
  {
    name: 'wallet-address-changed',
    path: pathOf(0),
    answers: {
      'GET /wallets/outbound': { body: { wallets: [CHANGED], totalValueUsd: '0', isPartial: false } },
      [`GET ${WALLET}`]: { body: CHANGED },
    },
    act: async (page) => {
      await expect(page.getByText('Address altered')).toHaveCount(2);
    },
  },
  {
    name: 'wallet-end',
    path: pathOf(0),
    act: async (page) => {
      await showsText('Never backed up')(page);
      await page.getByText('Never backed up').scrollIntoViewIfNeeded();
    },
  },
  { name: 'wallet-none', path: '/wallets?wallet=nobody', act: showsText('Wallet not found') },
  {
    name: 'wallet-loading',
    path: '/wallets?wallet=nobody',
    answers: { 'GET /wallets/nobody': NEVER },
    act: (page) => expect(page.getByRole('dialog').getByText('Loading')).toBeAttached(),
  },
  {
    name: 'wallet-transactions',
    path: pathOf(0, '&tab=transactions'),
    act: showsText('Order'),
  },
  {
    name: 'wallet-transactions-none',
    path: pathOf(8, '&tab=transactions'),
    act: showsText('No transactions yet'),
  },
  {
    name: 'wallet-transactions-failed',
    path: pathOf(0, '&tab=transactions'),
    answers: { [`GET ${WALLET}/transactions`]: FAILURE },
    act: showsText("Couldn't load transactions"),
  },
  {
    name: 'wallet-transactions-loading',
    path: pathOf(0, '&tab=transactions'),
    answers: { [`GET ${WALLET}/transactions`]: NEVER },
    act: (page) => expect(page.getByLabel('Currency')).toBeVisible(),
  },
  {
    name: 'wallet-transactions-none-found',
    path: pathOf(0, '&tab=transactions&txType=fee&txCurrency=NOTHING'),
    act: showsText('No transactions found'),
  },
  {
    name: 'wallet-audit-logs-none',
    path: pathOf(0, '&tab=audit-logs'),
    answers: { 'GET /audit-logs': { body: { logs: [], totalCount: 0 } } },
    act: showsText('No audit logs yet'),
  },
  {
    name: 'wallet-audit-logs-failed',
    path: pathOf(0, '&tab=audit-logs'),
    answers: { 'GET /audit-logs': FAILURE },
    act: showsText("Couldn't load audit logs"),
  },
  {
    name: 'wallet-audit-logs',
    path: pathOf(0, '&tab=audit-logs'),
    answers: AUDITED,
    act: showsText('most recent'),
  },
  {
    name: 'wallet-audit-entry',
    path: pathOf(0, '&tab=audit-logs&entry=1'),
    answers: AUDITED,
    act: showsText('Cold storage moves'),
  },
  {
    name: 'wallet-audit-entry-hostile',
    path: pathOf(0, '&tab=audit-logs&entry=2'),
    answers: AUDITED,
    act: showsText('Show all'),
  },
  { name: 'wallet-backup', path: pathOf(0), act: openBackup },
  {
    name: 'wallet-backup-wrong',
    path: pathOf(0),
    act: async (page) => {
      await openBackup(page);
      await codeCells(page).pressSequentially('000000');
      await showsText('Invalid 2FA code')(page);
    },
  },
  {
    name: 'wallet-backup-by-backup-code',
    path: pathOf(0),
    act: async (page) => {
      await openBackup(page);
      await page.getByRole('button', { name: 'Use a backup code' }).click();
      await page.getByRole('textbox', { name: 'Backup code' }).fill('7Q2MX');
    },
  },
  { name: 'wallet-backup-keys', path: pathOf(0), act: openKeys },
  {
    name: 'wallet-backup-revealed',
    path: pathOf(0),
    act: async (page) => {
      await openKeys(page);
      await page.getByRole('button', { name: 'Reveal Private Key' }).click();
    },
  },
  {
    name: 'wallet-backup-passphrase',
    path: pathOf(0),
    act: async (page) => {
      await openKeys(page);
      await page.getByRole('button', { name: 'Encrypt with a passphrase' }).click();
      await page.getByLabel('Passphrase', { exact: true }).fill('short');
      await page.getByRole('button', { name: 'Download encrypted file' }).click();
      await showsText('Passphrase must be')(page);
    },
  },
];
