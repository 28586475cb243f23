import { NETWORKS } from '@halyard/contract/networks';
import { ORDER_STATUSES } from '@halyard/contract/orders';
import { expect } from '@playwright/test';
import type { Script } from '../script.ts';
import { FAILURE, NEVER, type Scene, showsButton, showsHeading, showsText } from './scene.ts';

const config = { screens: ['orders'] };

const NAMES = [
  'INV-2026-00017',
  '#9',
  'a-very-long-order-id-that-somebody-really-has-0123456789-0123456789',
  '<b>bold</b>',
  'הזמנה-5',
  '注文-7',
];
const MERCHANTS = [
  'Shop',
  'Wolfeschlegelsteinhausenbergerdorff Import-Export und Großhandel',
  '山田商店',
  '<i>x</i>',
];
const AMOUNTS = ['100', '0.000000000000000001', '98765432109876543210.123456789', '1234567.5'];
const HASH = `0x${'5a'.repeat(32)}`;

const uuidOf = (position: number) => `00000000-0000-4000-9000-${String(position).padStart(12, '0')}`;
const timeOf = (position: number) => new Date(Date.UTC(2026, 10, 20) - position ** 3 * 60_000).toISOString();

function order(position: number) {
  const status = ORDER_STATUSES[position % 4] ?? 'paid';
  const amount = AMOUNTS[position % AMOUNTS.length] ?? '1';
  return {
    uuid: uuidOf(position),
    merchantOrderId: NAMES[position % NAMES.length] ?? '',
    merchant: { uuid: uuidOf(900 + position), name: MERCHANTS[position % MERCHANTS.length] ?? '' },
    user:
      position % 5 === 4
        ? null
        : {
            uuid: uuidOf(800 + position),
            email:
              position % 3 === 0
                ? 'a-very-long-mailbox-name@subdomain.of-a-long.example.org'
                : 'ada@example.com',
          },
    status,
    network: NETWORKS[position % 4] ?? 'ETH',
    testnet: position % 7 === 1,
    currency: position % 2 === 0 ? 'USDT' : 'ETH',
    amount,
    amountUsd: amount,
    receivedAmount: position % 3 === 0 ? amount : '0',
    serviceFeeRate: position % 4 === 3 ? null : '0.0125',
    serviceFeeUsd: status === 'paid' ? '1.25' : '0',
    createdAt: timeOf(position),
    paidAt: status === 'paid' ? timeOf(position) : null,
  };
}

function transaction(position: number) {
  return {
    id: uuidOf(700 + position),
    direction: position === 2 ? 'outgoing' : 'incoming',
    status: ['confirmed', 'confirming', 'confirmed'][position],
    type: position === 2 ? 'refund' : 'payment',
    testnet: position === 1,
    hash: position === 1 ? null : HASH,
    amount: AMOUNTS[position],
    currency: 'USDT',
    usdAmount: position === 1 ? null : '100',
    networkFee: null,
    createdAt: timeOf(position),
    wallet: { id: String(position + 1), network: 'ETH' },
    explorerUrl: position === 1 ? null : `https://etherscan.io/tx/${HASH}`,
  };
}

const ORDERS: Script = {
  'GET /orders': {
    body: { orders: Array.from({ length: 20 }, (_, position) => order(position)), totalCount: 21_600 },
  },
  ...Object.fromEntries(
    [0, 1, 2].map((position) => [
      `GET /orders/${uuidOf(position)}`,
      {
        body: {
          ...order(position),
          transactions: position === 1 ? [] : [0, 1, 2].map(transaction),
          history:
            position === 1 ? [] : ORDER_STATUSES.map((status, place) => ({ status, at: timeOf(10 - place) })),
        },
      },
    ]),
  ),
};
const NONE: Script = { 'GET /orders': { body: { orders: [], totalCount: 0 } } };

const showsPanel: Scene['act'] = (page) =>
  expect(page.getByRole('dialog', { name: 'Order' }).getByRole('region', { name: 'History' })).toBeVisible();

export const ORDER_SCENES: readonly Scene[] = [
  { name: 'orders', path: '/orders', config, answers: ORDERS, act: showsText('INV-2026-00017') },
  {
    name: 'orders-filtered',
    path: `/orders?status=expired&network=BSC&currency=USDT&testnet=hide&from=2026-11-01&merchantUuid=${uuidOf(900)}&userUuid=${uuidOf(800)}&walletId=7`,
    config,
    answers: ORDERS,
    act: showsButton('Remove filter Merchant Shop'),
    only: 'wide',
  },
  { name: 'orders-open', path: `/orders?order=${uuidOf(0)}`, config, answers: ORDERS, act: showsPanel },
  { name: 'orders-open-bare', path: `/orders?order=${uuidOf(1)}`, config, answers: ORDERS, act: showsPanel },
  { name: 'orders-open-long', path: `/orders?order=${uuidOf(2)}`, config, answers: ORDERS, act: showsPanel },
  {
    name: 'orders-open-unknown',
    path: '/orders?order=unknown',
    config,
    answers: ORDERS,
    act: showsText('Order not found'),
  },
  {
    name: 'orders-none-found',
    path: '/orders?search=x',
    config,
    answers: NONE,
    act: showsText('No orders found'),
  },
  {
    name: 'orders-none-yet',
    path: '/orders',
    config: { screens: ['orders', 'getting-started'] },
    answers: NONE,
    act: showsText('No orders yet'),
  },
  {
    name: 'orders-loading',
    path: '/orders',
    config,
    answers: { 'GET /orders': NEVER },
    act: showsHeading('Orders'),
  },
  {
    name: 'orders-failed',
    path: '/orders',
    config,
    answers: { 'GET /orders': FAILURE },
    act: showsText('Failed to load orders'),
  },
  { name: 'orders-unannounced', path: '/orders', answers: ORDERS, act: showsHeading('Not found') },
];
