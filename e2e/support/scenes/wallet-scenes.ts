import { expect } from '@playwright/test';
import { idOfWallet } from '../friendly/friendly-wallets.ts';
import { FAILURE, NEVER, type Scene, showsButton, showsHeading, showsText } from './scene.ts';

const NONE_OUTBOUND = {
  'GET /wallets/outbound': { body: { wallets: [], totalValueUsd: '0', isPartial: false } },
};
const NONE_INBOUND = { 'GET /wallets/inbound': { body: { wallets: [], pagination: { totalCount: 0 } } } };

/** Responses with only the fields of the specification. */
const BARE = {
  'GET /wallets/outbound': {
    body: {
      wallets: ['ETH', 'MATIC', 'TRON'].map((blockchain, position) => ({
        id: position,
        address: `0x52908400098527886E0F7030069857D2E4169EE${position}`,
        blockchain,
        portfolio: {
          native: { symbol: blockchain, balance: 1.5 * position, valueUsd: 4_000.125 * position },
          tokens: [],
          totalValueUsd: 4_000.125 * position,
        },
        transactionCounts: { mainnet: { confirmed: 9 }, testnet: { confirmed: 0 } },
      })),
      totalValueUsd: 12_000.375,
    },
  },
};

const NO_CHAIN_ANSWERS = {
  'GET /wallets/outbound': {
    body: {
      wallets: ['ETH', 'POLYGON', 'BSC', 'TRON'].map((blockchain, position) => ({
        id: String(position),
        address: `0x52908400098527886E0F7030069857D2E4169EE${position}`,
        blockchain,
        portfolio: { native: null, tokens: [], totalValueUsd: null, error: 'The node did not answer in 4 s' },
      })),
      totalValueUsd: '0',
      isPartial: true,
    },
  },
};

export const WALLET_SCENES: readonly Scene[] = [
  { name: 'wallets', path: '/wallets', act: showsText('Error loading') },
  {
    name: 'wallets-ledger',
    path: '/wallets?ledger=in_flight',
    act: showsButton('Remove filter Ledger: Pending'),
  },
  {
    name: 'wallets-reasons',
    path: '/wallets',
    act: async (page) => {
      await page.getByText('Partial', { exact: true }).hover();
      await expect(page.getByRole('tooltip')).toContainText('unavailable');
    },
  },
  {
    name: 'wallets-tokens',
    path: '/wallets',
    only: 'wide',
    act: async (page) => {
      const bsc = page.getByRole('row', { name: /^BSC/ }).first();
      await bsc.locator('[data-unit="tokens"]').hover();
      await expect(page.getByRole('tooltip')).toContainText('BSC_BUSD');
    },
  },
  { name: 'wallets-bare', path: '/wallets', answers: BARE, act: showsText('$12,000.38') },
  {
    name: 'wallets-chains-down',
    path: '/wallets',
    answers: NO_CHAIN_ANSWERS,
    act: showsText('Error loading'),
  },
  {
    name: 'wallets-none',
    config: { screens: ['getting-started'] },
    path: '/wallets',
    answers: NONE_OUTBOUND,
    act: showsText('No outbound wallets'),
  },
  {
    name: 'wallets-loading',
    path: '/wallets',
    answers: { 'GET /wallets/outbound': NEVER },
    act: showsHeading('Wallet Management'),
  },
  {
    name: 'wallets-failed',
    path: '/wallets',
    answers: { 'GET /wallets/outbound': FAILURE },
    act: showsText('Failed to load outbound wallets'),
  },
  { name: 'wallets-beyond-the-end', path: '/wallets?page=9', act: showsText("Page 9 doesn't exist") },
  {
    name: 'wallets-open',
    path: `/wallets?wallet=${idOfWallet(0)}`,
    act: (page) => expect(page.getByRole('dialog', { name: 'Wallet Details' })).toBeVisible(),
  },
  { name: 'wallets-inbound', path: '/wallets?type=inbound', act: showsText('Showing 1 to 20') },
  {
    name: 'wallets-inbound-filtered',
    path: '/wallets?type=inbound&search=a&network=MATIC&ledger=equal',
    act: showsButton('Remove filter Network: Polygon'),
  },
  {
    name: 'wallets-inbound-none-found',
    path: '/wallets?type=inbound&search=nobody',
    act: showsText('No wallets found'),
  },
  {
    name: 'wallets-inbound-none',
    path: '/wallets?type=inbound',
    answers: NONE_INBOUND,
    act: showsText('No inbound wallets'),
  },
  {
    name: 'wallets-inbound-loading',
    path: '/wallets?type=inbound',
    answers: { 'GET /wallets/inbound': NEVER },
    act: showsHeading('Wallet Management'),
  },
  {
    name: 'wallets-inbound-failed',
    path: '/wallets?type=inbound',
    answers: { 'GET /wallets/inbound': FAILURE },
    act: showsText('Failed to load inbound wallets'),
  },
];
