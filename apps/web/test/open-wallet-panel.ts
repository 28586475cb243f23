import { screen } from '@testing-library/react';
import { loadWalletPanel } from '../src/features/wallets/panel/wallet-slide-over.tsx';
import { renderApp } from './render-app.tsx';
import type { Answers } from './scripted-api.ts';
import { setViewportWidth } from './set-viewport-width.ts';
import { portfolioAnswer, walletAnswer } from './wallet-answers.ts';

export function walletDetailsAnswer(other: object = {}) {
  return {
    ...walletAnswer(1),
    portfolio: portfolioAnswer(),
    isPrivateKeyHeld: true,
    backups: { count: 0, lastAt: null },
    transactionExplorerUrl: null,
    ledger: [],
    ...other,
  };
}

export function transactionAnswer(other: object = {}) {
  return {
    id: '00000000-0000-4000-a000-000000000001',
    direction: 'incoming',
    status: 'confirmed',
    hash: `0x${'ab'.repeat(32)}`,
    amount: '1234.5',
    currency: 'USDT',
    usdAmount: '1234.5',
    type: 'payment',
    networkFee: '0.000021',
    testnet: false,
    createdAt: '2026-03-03T12:04:05.678Z',
    relatedOrder: { merchantOrderId: 'M-1', status: 'paid' },
    ...other,
  };
}

export const transactionsAnswer = (...transactions: readonly object[]) => ({
  body: { transactions, pagination: { totalCount: transactions.length, nextCursor: null } },
});

export async function openWalletPanel(search = '', answers: Answers = {}) {
  setViewportWidth(1440);
  await loadWalletPanel();
  const app = await renderApp({
    path: `/wallets?wallet=1${search}`,
    answers: {
      'GET /auth/me': { body: { uuid: 'a', email: 'grace.hopper@example.com' } },
      'GET /wallets/outbound': {
        body: { wallets: [walletAnswer(1), walletAnswer(2)], totalValueUsd: '0.00', isPartial: true },
      },
      'GET /wallets/inbound': { body: { wallets: [], pagination: { totalCount: 0 } } },
      'GET /wallets/1': { body: walletDetailsAnswer() },
      'GET /wallets/2': { body: walletDetailsAnswer(walletAnswer(2)) },
      'GET /wallets/1/transactions': transactionsAnswer(),
      'GET /wallets/2/transactions': transactionsAnswer(),
      'GET /audit-logs': { body: { logs: [], totalCount: 0 } },
      ...answers,
    },
  });
  await screen.findByRole('heading', { level: 2, name: 'Wallet Details' });
  return { ...app, address: () => app.router.state.location.href };
}

export const walletPanel = () => screen.findByRole('dialog', { name: 'Wallet Details' });
