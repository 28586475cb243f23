import { ORDERS } from '@halyard/contract/runtime-settings';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../test/scripted-fetch.ts';
import { setViewportWidth } from '../../../test/set-viewport-width.ts';
import { loadOrderPanel } from './order-slide-over.tsx';
import { OrdersPage } from './orders-page.tsx';
import { type OrdersScreenSearch, parseOrdersScreenSearch } from './orders-search.ts';

const UUID = '00000000-0000-4000-8000-000000000001';
const MERCHANT = '00000000-0000-4000-8000-00000000000a';
const USER = '00000000-0000-4000-8000-00000000000b';
const HASH = `0x${'ab'.repeat(32)}`;

const orderAnswer = (other: object = {}) => ({
  uuid: UUID,
  merchantOrderId: 'INV-1',
  merchant: { uuid: MERCHANT, name: 'Shop' },
  user: { uuid: USER, email: 'ada@example.com' },
  status: 'paid',
  network: 'TRON',
  testnet: false,
  currency: 'USDT',
  amount: '1234.5',
  amountUsd: '1234.5',
  receivedAmount: '1200',
  serviceFeeRate: '0.0125',
  serviceFeeUsd: '15.43125',
  createdAt: '2026-03-03T12:04:05.678Z',
  paidAt: '2026-03-03T12:10:05.678Z',
  ...other,
});

const page = (totalCount: number, ...orders: object[]) => ({ orders, totalCount });

let lastState: OrdersScreenSearch;

function Page({ initial }: { readonly initial: OrdersScreenSearch }) {
  const [state, setState] = useState<OrdersScreenSearch>(initial);
  lastState = state;
  return <OrdersPage state={state} onChange={setState} />;
}

async function renderOrders(
  answer: ScriptedAnswer,
  state: OrdersScreenSearch = {},
  others: Record<string, ScriptedAnswer> = {},
) {
  const network = scriptedFetch({ 'GET /orders': answer, ...others });
  await renderPage(<Page initial={state} />, network, { screens: [ORDERS] });
  return network.calls;
}

beforeEach(() => setViewportWidth(1440));

describe('OrdersPage', () => {
  it('shows the count, and what each order is about', async () => {
    await renderOrders(page(1_234, orderAnswer({ testnet: true })));
    const row = (await screen.findByRole('button', { name: /^INV-1/ })).closest('tr') as HTMLElement;
    expect(screen.getByText('1,234')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Order',
      'Merchant',
      'Network',
      'Amount',
      'Created At',
      'Status',
    ]);
    const texts = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect(texts[0]).toContain('Testnet');
    expect(texts.slice(1, 4)).toEqual(['Shopada@example.com', 'TRON', '1,234.50 USDT$1,234.50']);
    expect(texts[5]).toBe('Paid');
  });

  it('shows dashes for missing fields', async () => {
    await renderOrders(page(1, { uuid: UUID }));
    const row = (await screen.findByRole('button', { name: UUID })).closest('tr') as HTMLElement;
    const texts = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect(texts.slice(1)).toEqual(['——', 'Unknown', '——', '—', 'unknown']);
  });

  it('asks for what the address says', async () => {
    const calls = await renderOrders(page(90, orderAnswer()), {
      page: 3,
      search: 'inv',
      status: 'expired',
      network: 'BSC',
      currency: 'USDC.e',
      testnet: 'hide',
      merchantUuid: MERCHANT,
      userUuid: USER,
      walletId: '7',
      from: '2026-03-03',
      paidFrom: '2026-03-01',
      paidTo: '2026-03-31',
    });
    await screen.findByText('INV-1');
    expect(Object.fromEntries(new URL(calls[0]?.slice(4) ?? '', 'http://any').searchParams)).toEqual({
      limit: '20',
      offset: '40',
      search: 'inv',
      status: 'expired',
      network: 'BSC',
      currency: 'USDC.e',
      testnet: 'false',
      merchantUuid: MERCHANT,
      userUuid: USER,
      walletId: '7',
      from: new Date('2026-03-03T00:00:00').toISOString(),
      paidFrom: '2026-03-01T00:00:00.000Z',
      paidTo: '2026-04-01T00:00:00.000Z',
    });
  });

  it('returns to page 1 with each filter, and names the merchant that a link limits it to', async () => {
    await renderOrders(page(90, orderAnswer()), { page: 3, merchantUuid: MERCHANT });
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Expired');
    expect(lastState).toEqual({ merchantUuid: MERCHANT, status: 'expired' });
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Merchant Shop' }));
    expect(lastState).toEqual({ status: 'expired' });
  });

  it('clears all filters at once, but not the search', async () => {
    await renderOrders(page(90, orderAnswer()), { page: 3, search: 'INV', status: 'paid', to: '2026-03-01' });
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(lastState).toEqual({ search: 'INV' });
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it.each([
    [{ paidFrom: '2026-03-01', paidTo: '2026-03-31' }, '2026-03-01 to 2026-03-31'],
    [{ paidFrom: '2026-03-01', paidTo: '2026-03-01' }, '2026-03-01'],
    [{ paidFrom: '2026-03-01' }, 'since 2026-03-01'],
    [{ paidTo: '2026-03-31' }, 'through 2026-03-31'],
  ])('shows the days of payment that a link limits it to: %j', async (days, text) => {
    await renderOrders(page(90, orderAnswer()), { page: 3, status: 'paid', ...days });
    await userEvent.click(await screen.findByRole('button', { name: `Remove filter Paid (UTC) ${text}` }));
    expect(lastState).toEqual({ status: 'paid' });
  });

  it('explains an empty list, and clears search and filters that match nothing', async () => {
    await renderOrders(page(0), { search: 'x', status: 'paid' });
    expect(await screen.findByText('No orders found')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all orders' }));
    expect(lastState).toEqual({});
    expect(await screen.findByText('No orders yet')).toBeTruthy();
  });

  it('shows a load failure on the page', async () => {
    await renderOrders(Response.json({}, { status: 404 }));
    expect(await screen.findByText('Failed to load orders')).toBeTruthy();
    expect(screen.getByText('Please try again later')).toBeTruthy();
  });
});

describe('the panel of an order', () => {
  async function openPanel(details: ScriptedAnswer, listed: object[] = [orderAnswer()]) {
    await loadOrderPanel();
    await renderOrders(page(listed.length, ...listed), { order: UUID }, { [`GET /orders/${UUID}`]: details });
    return within(await screen.findByRole('dialog', { name: 'Order' }));
  }

  const transaction = (other: object = {}) => ({
    id: '1',
    direction: 'incoming',
    status: 'confirmed',
    type: 'payment',
    testnet: false,
    hash: HASH,
    amount: '1200',
    currency: 'USDT',
    usdAmount: '1199.99',
    networkFee: null,
    createdAt: '2026-03-03T12:08:05.678Z',
    wallet: { id: 'w42', network: 'TRON' },
    explorerUrl: `https://tronscan.org/#/transaction/${HASH}`,
    ...other,
  });

  it('shows amounts, the fee, and links to merchant, user, wallet and explorer', async () => {
    const panel = await openPanel({
      ...orderAnswer(),
      transactions: [transaction(), transaction({ id: '2', hash: null, usdAmount: null, wallet: undefined })],
      history: [
        { status: 'pending', at: '2026-03-03T12:04:05.678Z' },
        { status: 'paid', at: '2026-03-03T12:10:05.678Z' },
      ],
    });
    const history = await panel.findByRole('region', { name: 'History' });
    expect(
      within(history)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/^Pending2026-03-03/), expect.stringMatching(/^Paid2026-03-03/)]);
    for (const text of ['1,234.50 USDT', '1,200.00 USDT', '$1,234.50', '$15.43', '1.25%', 'USD at payment']) {
      expect(panel.getAllByText((_, element) => element?.textContent === text).length).toBeGreaterThan(0);
    }
    const hrefs = panel.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual([
      '/merchants?search=Shop',
      `/users?user=${USER}`,
      `https://tronscan.org/#/transaction/${HASH}`,
      '/wallets?wallet=w42',
    ]);
    expect(panel.getByText('No hash yet')).toBeTruthy();
    expect(panel.getByText('USD value unavailable')).toBeTruthy();
  });

  it('says that nothing was paid or recorded', async () => {
    const order = orderAnswer({ status: 'pending', paidAt: null, receivedAmount: '0' });
    const panel = await openPanel({ ...order, transactions: [], history: [] }, []);
    expect(await panel.findByText('No transactions for this order yet.')).toBeTruthy();
    expect(panel.getByText('No status history available.')).toBeTruthy();
    expect(panel.getByText('1.25% once paid')).toBeTruthy();
  });

  it.each(['expired', 'cancelled'])('says that an order that is %s is charged no fee', async (status) => {
    const panel = await openPanel({
      ...orderAnswer({ status, paidAt: null }),
      transactions: [],
      history: [],
    });
    expect(await panel.findByText('1.25%, not charged')).toBeTruthy();
  });

  it('shows the row of the list and a failure if the order cannot be read', async () => {
    const panel = await openPanel(Response.json({}, { status: 403 }));
    expect(await panel.findByText("Couldn't load this order")).toBeTruthy();
    expect(panel.getByText('ada@example.com')).toBeTruthy();
  });

  it('says that an unknown order was not found', async () => {
    const panel = await openPanel(Response.json({ status: 'not_found' }, { status: 404 }), []);
    expect(await panel.findByText('Order not found')).toBeTruthy();
  });

  it('links only to http and https addresses', async () => {
    const unsafe = transaction({ explorerUrl: 'javascript:alert(1)', wallet: undefined });
    const panel = await openPanel({
      ...orderAnswer({ merchant: null, user: null }),
      transactions: [unsafe],
      history: [],
    });
    await panel.findByRole('region', { name: 'Transactions' });
    expect(panel.queryAllByRole('link')).toEqual([]);
  });
});

it.each([
  [{}, {}],
  [
    {
      page: '2',
      search: ' a ',
      status: 'paid',
      network: 'matic',
      currency: 'USDT',
      testnet: 'only',
      merchantUuid: MERCHANT,
      userUuid: USER,
      walletId: '7',
      from: '2026-03-03',
      to: '2026-03-04',
      order: UUID,
    },
    {
      page: 2,
      search: 'a',
      status: 'paid',
      network: 'POLYGON',
      currency: 'USDT',
      testnet: 'only',
      merchantUuid: MERCHANT,
      userUuid: USER,
      walletId: '7',
      from: '2026-03-03',
      to: '2026-03-04',
      order: UUID,
    },
  ],
  [
    {
      status: 'open',
      network: 'x',
      currency: '<b>',
      testnet: 'yes',
      merchantUuid: '..',
      from: '2026-02-31',
      junk: '1',
    },
    {},
  ],
])('parseOrdersScreenSearch(%j) returns %j', (parameters, expected) => {
  expect(parseOrdersScreenSearch(parameters)).toEqual(expected);
});

it('closes the panel', async () => {
  await loadOrderPanel();
  await renderOrders(
    page(1, orderAnswer()),
    { order: UUID },
    {
      [`GET /orders/${UUID}`]: { ...orderAnswer(), transactions: [], history: [] },
    },
  );
  const panel = await screen.findByRole('dialog', { name: 'Order' });
  await userEvent.click(within(panel).getByRole('button', { name: 'Close panel' }));
  await waitFor(() => expect(lastState).toEqual({}));
});
