import { EXCEPTION_KINDS, type EXCEPTION_STATES } from '@halyard/contract/exception-kinds';
import { expect } from '@playwright/test';
import { uuidOfUser } from '../friendly/friendly-users.ts';
import { idOfWallet } from '../friendly/friendly-wallets.ts';
import type { Script } from '../script.ts';
import { FAILURE, NEVER, type Scene, showsButton, showsText } from './scene.ts';

const config = { screens: ['orders', 'exceptions'] };

const ORDER_IDS = [
  'INV-2026-00017',
  'a-very-long-order-id-that-somebody-really-has-0123456789-0123456789',
  '<b>bold</b>',
  'הזמנה-5',
];
const MERCHANTS = ['Shop', 'Wolfeschlegelsteinhausenbergerdorff Import-Export und Großhandel', '<i>x</i>'];
const AMOUNTS = ['40', '98765432109876543210.123456789012345678', '0.000000000000000001', '1234567.5'];
const REASONS = [
  'Refunded by hand',
  `<script>alert(1)</script> ${'a-word-that-never-ends-'.repeat(12)}\u202e reversed`,
];

const uuidOf = (position: number) => `00000000-0000-4000-9000-${String(position).padStart(12, '0')}`;
const timeOf = (position: number) =>
  new Date(Date.UTC(2026, 10, 20) - position ** 3 * 3_600_000).toISOString();

function exception(position: number, state: (typeof EXCEPTION_STATES)[number]) {
  const kind = EXCEPTION_KINDS[position % EXCEPTION_KINDS.length] ?? 'underpaid';
  const hasOrder = kind !== 'unmatched_money' && kind !== 'unexplained_balance';
  return {
    id: String(position + 1),
    kind,
    state,
    openedAt: timeOf(position),
    closedAt: state === 'closed' ? timeOf(0) : null,
    resolvedAt: state === 'open' ? null : timeOf(1),
    reason: state === 'open' ? null : REASONS[position % REASONS.length],
    orderUuid: hasOrder ? uuidOf(position) : null,
    merchantOrderId: hasOrder ? ORDER_IDS[position % ORDER_IDS.length] : null,
    merchant: hasOrder ? { uuid: uuidOf(900), name: MERCHANTS[position % MERCHANTS.length] } : null,
    transactionId: null,
    walletId: '42',
    network: ['TRON', 'ETH', 'POLYGON', 'BSC'][position % 4],
    currency: position % 3 === 1 ? 'ETH' : 'USDT',
    expected: position % 2 === 0 ? '100' : AMOUNTS[(position + 1) % AMOUNTS.length],
    received: AMOUNTS[position % AMOUNTS.length],
    amountUsd: position % 5 === 4 ? null : AMOUNTS[position % AMOUNTS.length],
    ...(kind === 'stuck_pending' && { unconfirmed: { payments: 1, amount: '100' } }),
  };
}

const pageOf = (state: (position: number) => (typeof EXCEPTION_STATES)[number], totalCount: number) => ({
  exceptions: Array.from({ length: Math.min(20, totalCount) }, (_, position) =>
    exception(position, state(position)),
  ),
  totalCount,
  openByKind: Object.fromEntries(EXCEPTION_KINDS.map((kind, position) => [kind, (position * 12_345) % 999])),
  openUsd: '12345678.905',
});

const ORDER = {
  uuid: uuidOf(0),
  merchantOrderId: ORDER_IDS[0],
  merchant: { uuid: uuidOf(900), name: MERCHANTS[1] },
  user: null,
  status: 'expired',
  network: 'TRON',
  testnet: false,
  currency: 'USDT',
  amount: '100',
  amountUsd: '100',
  receivedAmount: '40',
  serviceFeeRate: '0.0125',
  serviceFeeUsd: '0',
  createdAt: timeOf(3),
  paidAt: null,
  exceptions: ['paid_after_end', 'underpaid', 'wrong_asset'],
};
const TRANSACTION = {
  id: uuidOf(700),
  direction: 'incoming',
  status: 'confirmed',
  type: 'payment',
  testnet: false,
  hash: `0x${'5a'.repeat(32)}`,
  amount: '40',
  currency: 'USDT',
  usdAmount: '40',
  networkFee: null,
  createdAt: timeOf(2),
  counterparty: `T${'x9'.repeat(16)}`,
  wallet: { id: '42', network: 'TRON' },
  explorerUrl: null,
};

const EXCEPTIONS: Script = {
  'GET /exceptions': { body: pageOf(() => 'open', 3_210) },
  'GET /orders': {
    body: {
      orders: [
        ORDER,
        { ...ORDER, uuid: uuidOf(1), merchantOrderId: ORDER_IDS[1], exceptions: ['stuck_pending'] },
        { ...ORDER, uuid: uuidOf(2), merchantOrderId: '#9', status: 'paid', exceptions: [] },
      ],
      totalCount: 3,
    },
  },
  [`GET /orders/${uuidOf(0)}`]: { body: { ...ORDER, transactions: [TRANSACTION], history: [] } },
};
const DECIDED: Script = {
  'GET /exceptions': { body: pageOf((position) => (position % 2 === 0 ? 'resolved' : 'closed'), 7) },
};
const CHANGED: Script = {
  ...EXCEPTIONS,
  'POST /exceptions/1/resolve': {
    status: 409,
    body: {
      status: 'changed_meanwhile',
      message: 'The amounts have changed',
      change: {
        etag: '"2"',
        changes: {
          received: { before: '40', after: AMOUNTS[1] },
          amountUsd: { before: '40', after: AMOUNTS[1] },
        },
      },
    },
  },
};
const NONE: Script = {
  'GET /exceptions': { body: { exceptions: [], totalCount: 0, openByKind: {}, openUsd: '0' } },
};

export const EXCEPTION_SCENES: readonly Scene[] = [
  {
    name: 'exceptions',
    path: '/orders?tab=exceptions',
    config,
    answers: EXCEPTIONS,
    act: showsText('INV-2026-00017'),
  },
  {
    name: 'exceptions-decided',
    path: `/orders?tab=exceptions&state=all&kind=underpaid&merchantUuid=${uuidOf(900)}&walletId=42`,
    config,
    answers: DECIDED,
    act: showsText('Refunded by hand'),
  },
  {
    name: 'exceptions-resolve',
    path: '/orders?tab=exceptions',
    config,
    answers: EXCEPTIONS,
    act: async (page) => {
      await page.getByRole('button', { name: 'Resolve: Paid after end INV-2026-00017' }).first().click();
      await expect(page.getByRole('dialog', { name: 'Resolve exception?' })).toBeVisible();
    },
  },
  {
    name: 'exceptions-resolve-new-amounts',
    path: '/orders?tab=exceptions',
    config,
    answers: CHANGED,
    act: async (page) => {
      await page.getByRole('button', { name: 'Resolve: Paid after end INV-2026-00017' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Resolve exception?' });
      await dialog.getByLabel('Reason').fill('Refunded by hand');
      await dialog.getByRole('button', { name: 'Resolve' }).click();
      await expect(dialog.getByText('The amounts have changed')).toBeVisible();
    },
  },
  {
    name: 'exceptions-none-open',
    path: '/orders?tab=exceptions',
    config,
    answers: NONE,
    act: showsText('No open exceptions'),
  },
  {
    name: 'exceptions-none-found',
    path: '/orders?tab=exceptions&kind=overpaid',
    config,
    answers: NONE,
    act: showsButton('Show all open exceptions'),
    only: 'wide',
  },
  {
    name: 'exceptions-loading',
    path: '/orders?tab=exceptions',
    config,
    answers: { 'GET /exceptions': NEVER },
    act: (page) => expect(page.getByRole('tab', { name: 'Exceptions' })).toBeVisible(),
  },
  {
    name: 'exceptions-failed',
    path: '/orders?tab=exceptions',
    config,
    answers: { 'GET /exceptions': FAILURE },
    act: showsText("Couldn't load exceptions"),
    only: 'wide',
  },
  {
    name: 'exceptions-of-orders',
    path: '/orders',
    config,
    answers: EXCEPTIONS,
    act: showsText('Stuck pending'),
  },
  {
    name: 'exceptions-of-an-order',
    path: `/orders?order=${uuidOf(0)}`,
    config,
    answers: EXCEPTIONS,
    act: async (page) => {
      const panel = page.getByRole('dialog', { name: 'Order' });
      await expect(panel.getByText(/ask the customer for the rest/).first()).toBeVisible();
      await panel.getByText('Open exceptions').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'exceptions-on-the-dashboard',
    path: '/dashboard',
    config,
    answers: EXCEPTIONS,
    act: (page) =>
      expect(page.getByRole('link', { name: /3,210 open/ }).filter({ visible: true })).toBeVisible(),
  },
  {
    name: 'exceptions-of-a-wallet',
    path: `/wallets?wallet=${idOfWallet(0)}`,
    config,
    answers: EXCEPTIONS,
    act: async (page) => {
      const link = page.getByRole('link', { name: /3,210 open/ });
      await link.scrollIntoViewIfNeeded();
      await expect(link).toBeVisible();
    },
  },
  {
    name: 'exceptions-of-a-user',
    path: `/users?user=${uuidOfUser(0)}`,
    config,
    answers: EXCEPTIONS,
    act: (page) => expect(page.getByRole('link', { name: /3,210 open/ })).toBeVisible(),
    only: 'wide',
  },
];
