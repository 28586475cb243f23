import { expect } from '@playwright/test';
import { uuidOfUser } from '../friendly/friendly-users.ts';
import type { Script } from '../script.ts';
import { FAILURE, NEVER, type Scene, showsButton, showsText } from './scene.ts';

const config = {
  screens: ['orders', 'exceptions', 'merchant', 'audit-entry', 'timeline'],
};

const UUID = '00000000-0000-4000-9000-000000000001';
const USER = uuidOfUser(0);
const HASH = `0x${'5a'.repeat(32)}`;
const LONG_ID = 'a-very-long-order-id-that-somebody-really-has-0123456789-0123456789';

const order = (merchantOrderId: string) => ({ order: { uuid: UUID, merchantOrderId } });

const transaction = {
  id: UUID,
  direction: 'incoming',
  type: 'payment',
  status: 'confirmed',
  testnet: false,
  hash: HASH,
  amount: '98765432109876543210.123456789123456789',
  currency: 'ETH',
  usdAmount: '98765432109876543210.12',
  wallet: { id: '7', network: 'ETH' },
};

const exception = {
  id: UUID,
  kind: 'underpaid',
  expected: '100',
  received: '0.000000000000000001',
  currency: 'ETH',
  amountUsd: '100',
};

const entry = {
  id: UUID,
  action: 'user.block',
  description: 'User blocked',
  status: 'success',
  actor: { type: 'admin', id: 'a', email: 'a-very-long-mailbox-name@subdomain.of-a-long.example.org' },
  reason: 'Three chargebacks in a week, see ticket 4711. \u202Ereversed <b>bold</b>',
  errorMessage: null,
};

const CONTENTS: readonly object[] = [
  { kind: 'lock', entry },
  { kind: 'lock', lock: { wallet: { id: '7', network: 'TRON' }, currency: 'USDT', change: 'unlocked' } },
  { kind: 'lock', lock: { wallet: { id: '7', network: 'TRON' }, currency: 'USDT', change: 'locked' } },
  { kind: 'exception', ...order(LONG_ID), exception: { ...exception, change: 'closed' } },
  {
    kind: 'exception',
    entry: { ...entry, action: 'exception.resolve', description: 'Exception resolved', reason: 'Refunded' },
  },
  { kind: 'exception', ...order(LONG_ID), exception: { ...exception, change: 'opened' } },
  { kind: 'transaction', ...order('<b>bold</b>'), transaction },
  {
    kind: 'transaction',
    ...order('הזמנה-5'),
    transaction: {
      ...transaction,
      direction: 'outgoing',
      type: 'gas_topup',
      status: 'failed',
      testnet: true,
      hash: null,
      usdAmount: null,
    },
  },
  { kind: 'status', ...order('INV-2026-00017'), status: 'paid' },
  { kind: 'status', ...order(LONG_ID), status: 'pending' },
  {
    kind: 'audit',
    entry: {
      ...entry,
      action: 'order.refund',
      description: `Order ${'refunded-'.repeat(14)}`,
      status: 'failure',
      serviceKeyId: 'key',
      actor: { type: 'api_key', id: 'k', email: null },
      reason: null,
      errorMessage: 'The node did not answer',
    },
  },
  { kind: 'lock', block: { reason: 'From before' } },
  { kind: 'status', created: { type: 'merchant', uuid: UUID, name: `Harbour ${'Coffee '.repeat(20)}` } },
  { kind: 'status', created: { type: 'user', uuid: UUID, name: 'Ada' } },
];

const EVENTS = CONTENTS.map((content, position) => ({
  id: `event-${position}`,
  at: new Date(Date.UTC(2026, 10, 20) - position ** 3 * 60_000).toISOString(),
  ...content,
}));

function timelineOf(path: string, answer: Script[string]): Script {
  return { [`GET ${path}/timeline`]: answer };
}

const FULL = { body: { events: EVENTS, nextCursor: 'next' } };
const EMPTY = { body: { events: [], nextCursor: null } };

const OTHERS: Script = {
  'GET /orders': { body: { orders: [], totalCount: 0 } },
  'GET /exceptions': { body: { exceptions: [], totalCount: 0, openByKind: {}, openUsd: '0' } },
};

const MERCHANT: Script = {
  ...OTHERS,
  [`GET /merchants/${UUID}`]: {
    body: {
      uuid: UUID,
      name: 'Harbour Coffee',
      createdAt: '2026-11-20T00:00:00.000Z',
      orders: { total: 0, paid: 0, pending: 0, expired: 0, cancelled: 0 },
      revenueUsd: '0',
    },
  },
};

const ORDER: Script = {
  ...OTHERS,
  [`GET /orders/${UUID}`]: {
    body: { uuid: UUID, merchantOrderId: LONG_ID, status: 'paid', transactions: [], history: [] },
  },
};

const tabs = (path: string, answers: Script, names: readonly string[]): Omit<Scene, 'name'> => ({
  path,
  config,
  answers,
  act: (page) => expect(page.getByRole('dialog').getByRole('tab')).toHaveText([...names]),
});

export const TIMELINE_SCENES: readonly Scene[] = [
  {
    name: 'user-timeline',
    path: `/users?user=${USER}&tab=timeline`,
    config,
    answers: { ...OTHERS, ...timelineOf(`/users/${USER}`, FULL) },
    act: showsButton('Show more'),
  },
  {
    name: 'user-timeline-narrowed',
    path: `/users?user=${USER}&tab=timeline&timeline=transaction`,
    config,
    answers: { ...OTHERS, ...timelineOf(`/users/${USER}`, EMPTY) },
    act: showsText('No events found'),
  },
  {
    name: 'merchant-timeline',
    path: `/merchants?merchant=${UUID}&timeline=all`,
    config,
    answers: { ...MERCHANT, ...timelineOf(`/merchants/${UUID}`, FULL) },
    act: showsButton('Show more'),
  },
  { name: 'merchant-with-tabs', ...tabs(`/merchants?merchant=${UUID}`, MERCHANT, ['Details', 'Timeline']) },
  {
    name: 'merchant-timeline-failed',
    path: `/merchants?merchant=${UUID}&timeline=all`,
    config,
    answers: { ...MERCHANT, ...timelineOf(`/merchants/${UUID}`, FAILURE) },
    act: showsText("Couldn't load the timeline"),
  },
  {
    name: 'order-timeline',
    path: `/orders?order=${UUID}&timeline=all`,
    config,
    answers: { ...ORDER, ...timelineOf(`/orders/${UUID}`, { body: { events: EVENTS, nextCursor: null } }) },
    act: showsText('Order created'),
  },
  {
    name: 'order-timeline-none',
    path: `/orders?order=${UUID}&timeline=all`,
    config,
    answers: { ...ORDER, ...timelineOf(`/orders/${UUID}`, EMPTY) },
    act: showsText('No events yet'),
    only: 'wide',
  },
  {
    name: 'order-timeline-loading',
    path: `/orders?order=${UUID}&timeline=all`,
    config,
    answers: { ...ORDER, ...timelineOf(`/orders/${UUID}`, NEVER) },
    act: (page) => expect(page.getByRole('combobox', { name: 'Kind of event' })).toBeVisible(),
    only: 'wide',
  },
];
