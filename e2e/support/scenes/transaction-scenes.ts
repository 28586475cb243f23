import { NETWORKS } from '@halyard/contract/networks';
import { TRANSACTION_DIRECTIONS, TRANSACTION_STATUSES, TRANSACTION_TYPES } from '@halyard/contract/wallets';
import { expect } from '@playwright/test';
import type { Script } from '../script.ts';
import { FAILURE, NEVER, openFilters, type Scene, showsHeading, showsText } from './scene.ts';

const config = { screens: ['orders', 'transactions'] };

const ORDER_IDS = ['INV-2026-00017', '<b>bold</b>', 'הזמנה-5', 'a-very-long-order-id-0123456789-0123456789'];
const AMOUNTS = ['100', '0.000000000000000001', '98765432109876543210.123456789', '1234567.5'];
const HASH = `0x${'5a'.repeat(32)}`;

const uuidOf = (position: number) => `00000000-0000-4000-9000-${String(position).padStart(12, '0')}`;

function transaction(position: number) {
  return {
    id: uuidOf(position),
    direction: TRANSACTION_DIRECTIONS[position % 3],
    status: TRANSACTION_STATUSES[(position * 2) % 5],
    hash: position % 5 === 3 ? null : HASH,
    amount: AMOUNTS[position % AMOUNTS.length],
    currency: position % 2 === 0 ? 'USDT' : 'ETH',
    usdAmount: position % 6 === 5 ? null : AMOUNTS[position % AMOUNTS.length],
    type: TRANSACTION_TYPES[position % TRANSACTION_TYPES.length],
    networkFee: null,
    testnet: position % 7 === 1,
    createdAt: new Date(Date.UTC(2026, 10, 20) - position ** 3 * 60_000).toISOString(),
    relatedOrder:
      position % 3 === 2
        ? null
        : {
            uuid: uuidOf(900 + position),
            merchantOrderId: ORDER_IDS[position % ORDER_IDS.length],
            status: 'paid',
          },
    wallet: {
      id: String(position + 1),
      ...(position === 4
        ? { address: '', addressChanged: true }
        : { address: '0x52908400098527886E0F7030069857D2E4169EE7' }),
      network: NETWORKS[position % 4],
      type: 'outbound',
    },
    explorerUrl: position % 5 === 3 ? null : `https://etherscan.io/tx/${HASH}`,
  };
}

const TRANSACTIONS: Script = {
  'GET /transactions': {
    body: {
      transactions: Array.from({ length: 20 }, (_, position) => transaction(position)),
      pagination: { totalCount: 1_204_311 },
      totalUsd: '98765432109.129999999999999999',
      confirmedUsd: '98765432000.129999999999999999',
    },
  },
};
const NONE: Script = {
  'GET /transactions': { body: { transactions: [], pagination: { totalCount: 0 }, totalUsd: '0' } },
};

export const TRANSACTION_SCENES: readonly Scene[] = [
  {
    name: 'transactions',
    path: '/transactions',
    config,
    answers: TRANSACTIONS,
    act: showsText('0x5290…9EE7'),
  },
  {
    name: 'transactions-filtered',
    path: '/transactions?type=payout&status=confirmed&network=BSC&currency=USDT&walletType=outbound&testnet=hide&minUsd=1000&last=7d',
    config,
    answers: TRANSACTIONS,
    act: async (page) => {
      // On phones, the filters are folded.
      const filter = page.getByRole('button', {
        name: 'Remove filter Time: Last 7 days',
        includeHidden: true,
      });
      await expect(filter).toBeAttached();
    },
  },
  {
    name: 'transactions-reversed-days',
    path: '/transactions?minUsd=1000.5&from=2026-11-20&to=2026-11-10',
    config,
    answers: NONE,
    act: async (page) => {
      await showsText('No transactions found')(page);
      await openFilters(page);
      await showsText('“To” is before “From”')(page);
    },
  },
  {
    name: 'transactions-none-found',
    path: '/transactions?search=x',
    config,
    answers: NONE,
    act: showsText('No transactions found'),
  },
  {
    name: 'transactions-none-yet',
    path: '/transactions',
    config,
    answers: NONE,
    act: showsText('No transactions yet'),
  },
  {
    name: 'transactions-loading',
    path: '/transactions',
    config,
    answers: { 'GET /transactions': NEVER },
    act: showsHeading('Transactions'),
  },
  {
    name: 'transactions-failed',
    path: '/transactions',
    config,
    answers: { 'GET /transactions': FAILURE },
    act: showsText('Failed to load transactions'),
  },
  {
    name: 'transactions-unannounced',
    path: '/transactions',
    answers: TRANSACTIONS,
    act: showsHeading('Not found'),
  },
];
