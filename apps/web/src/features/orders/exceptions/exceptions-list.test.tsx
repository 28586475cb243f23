import { EXCEPTIONS, MERCHANT as MERCHANT_DETAILS, ORDERS } from '@halyard/contract/runtime-settings';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../../test/scripted-fetch.ts';
import { setViewportWidth } from '../../../../test/set-viewport-width.ts';
import { toastTitled } from '../../../../test/toasts.ts';
import { loadOrderPanel } from '../order-slide-over.tsx';
import { OrdersPage } from '../orders-page.tsx';
import { type OrdersScreenSearch, parseOrdersScreenSearch } from '../orders-search.ts';

const ORDER = '00000000-0000-4000-8000-000000000001';
const MERCHANT = '00000000-0000-4000-8000-00000000000a';

const exceptionAnswer = (other: object = {}) => ({
  id: '7',
  kind: 'underpaid',
  state: 'open',
  openedAt: '2026-03-03T12:04:05.678Z',
  closedAt: null,
  resolvedAt: null,
  reason: null,
  orderUuid: ORDER,
  merchantOrderId: 'INV-1',
  merchant: { uuid: MERCHANT, name: 'Shop' },
  transactionId: null,
  walletId: 'w42',
  network: 'TRON',
  currency: 'USDT',
  expected: '100',
  received: '40',
  amountUsd: '60',
  etag: '"old"',
  ...other,
});

const page = (totalCount: number, ...exceptions: object[]) => ({
  exceptions,
  totalCount,
  openByKind: { underpaid: 3, overpaid: 1_200, wrong_asset: 0 },
  openUsd: '12345678901234567890.125',
});

const MOVED_MONEY = exceptionAnswer({
  id: '8',
  kind: 'unmatched_money',
  orderUuid: null,
  merchantOrderId: null,
  merchant: null,
  amountUsd: null,
});
const RESOLVED = exceptionAnswer({
  state: 'resolved',
  resolvedAt: '2026-03-04T12:04:05.678Z',
  reason: 'Refunded <b>by hand</b>',
});

let lastState: OrdersScreenSearch;

function Page({ initial }: { readonly initial: OrdersScreenSearch }) {
  const [state, setState] = useState(initial);
  lastState = state;
  return <OrdersPage state={state} onChange={setState} />;
}

async function renderExceptions(
  answer: ScriptedAnswer,
  parameters: object = {},
  others: Record<string, ScriptedAnswer> = {},
  screens: readonly string[] = [ORDERS, EXCEPTIONS],
) {
  const answers: Record<string, ScriptedAnswer> = {
    'GET /auth/csrf-cookie': new Response(null, { status: 204, headers: { 'x-csrf-token': 'token' } }),
    'GET /exceptions': answer,
    'GET /orders': { orders: [], totalCount: 0 },
    ...others,
  };
  const network = scriptedFetch(answers);
  const initial = parseOrdersScreenSearch({ tab: 'exceptions', ...parameters });
  await renderPage(<Page initial={initial} />, network, { screens });
  return { calls: network.calls, answers };
}

const asked = (call: string | undefined) =>
  Object.fromEntries(new URL(call?.slice(4) ?? '', 'http://any').searchParams);
const rowOf = async (text: RegExp) => (await screen.findByText(text)).closest('tr') as HTMLElement;

beforeEach(() => setViewportWidth(1440));

describe('ExceptionsList', () => {
  it('shows kind, sentence, links, amount at stake and the exact total', async () => {
    await renderExceptions(page(41, exceptionAnswer(), MOVED_MONEY));
    const row = within(await rowOf(/^100\.00 USDT expected, 40\.00 USDT arrived: ask the customer/));
    expect(row.getByText('Underpaid')).toBeTruthy();
    expect(row.getByText('Open')).toBeTruthy();
    expect(row.getByText('$60.00')).toBeTruthy();
    expect(row.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['INV-1', `/orders?order=${ORDER}`],
      ['Shop', '/merchants?search=Shop'],
    ]);
    const other = within(await rowOf(/^40\.00 USDT arrived on TRON without an order/));
    expect(other.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Wallet w42', '/wallets?wallet=w42&tab=transactions'],
    ]);
    expect(screen.getByText('Showing 1 to 20 of 41 exceptions')).toBeTruthy();
  });

  it('shows what is open, and filters by a kind and back', async () => {
    const { calls } = await renderExceptions(page(1, exceptionAnswer()), { page: '3', state: 'resolved' });
    expect(await screen.findByText('$12,345,678,901,234,567,890.13')).toBeTruthy();
    expect(screen.getByText('1,203')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Wrong asset/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Overpaid 1,200 open' }));
    expect(lastState).toEqual({ tab: 'exceptions', kind: 'overpaid' });
    await waitFor(() =>
      expect(asked(calls.at(-1))).toEqual({ limit: '20', offset: '0', kind: 'overpaid', state: 'open' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Overpaid 1,200 open', pressed: true }));
    expect(lastState).toEqual({ tab: 'exceptions' });
  });

  it('clears all filters at once, but not the order of the list', async () => {
    await renderExceptions(page(1, exceptionAnswer()), { state: 'all', kind: 'underpaid', sort: 'amount' });
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(lastState).toEqual({ tab: 'exceptions', sort: 'amount' });
  });

  it('says that a payment of a stuck order is on its way', async () => {
    await renderExceptions(
      page(
        1,
        exceptionAnswer({
          kind: 'stuck_pending',
          received: '0',
          unconfirmed: { payments: 1, amount: '99.999999999999999999' },
        }),
      ),
    );
    await rowOf(/A payment of 99\.999999999999999999 USDT is not confirmed yet/);
  });

  it('opens the merchant, if the server has its details', async () => {
    await renderExceptions(page(1, exceptionAnswer()), {}, {}, [ORDERS, EXCEPTIONS, MERCHANT_DETAILS]);
    const link = await screen.findByRole('link', { name: 'Shop' });
    expect(link.getAttribute('href')).toBe(`/merchants?merchant=${MERCHANT}`);
  });

  it('highlights the exceptions of the order whose panel is open', async () => {
    await renderExceptions(page(2, exceptionAnswer(), MOVED_MONEY), { order: ORDER });
    expect((await rowOf(/^100\.00 USDT expected/)).hasAttribute('data-open')).toBe(true);
    expect((await rowOf(/^40\.00 USDT arrived on TRON/)).hasAttribute('data-open')).toBe(false);
  });

  it('asks for what the address says', async () => {
    const search = {
      page: '2',
      kind: 'underpaid',
      state: 'all',
      sort: 'amount',
      merchantUuid: MERCHANT,
      userUuid: 'u1',
      walletId: '7',
      orderUuid: ORDER,
    };
    const { calls } = await renderExceptions(page(21, exceptionAnswer()), search);
    const { page: _page, state: _state, ...others } = search;
    expect(asked(calls[0])).toEqual({ limit: '20', offset: '20', ...others });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove filter Merchant Shop' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Order INV-1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter State: All states' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Oldest first');
    expect(lastState).toEqual({
      tab: 'exceptions',
      kind: 'underpaid',
      sort: 'oldest',
      userUuid: 'u1',
      walletId: '7',
    });
  });

  it('offers an export of all that the filters show', async () => {
    await renderExceptions(page(41, exceptionAnswer()));
    await screen.findByText('Showing 1 to 20 of 41 exceptions');
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText(/Includes all 41 exceptions matching the filters/)).toBeTruthy();
  });

  it('explains an empty list, and clears filters that match nothing', async () => {
    const none = { exceptions: [], totalCount: 0 };
    await renderExceptions(none, { kind: 'overpaid' });
    expect(await screen.findByText('No exceptions found')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all open exceptions' }));
    expect(await screen.findByText('No open exceptions')).toBeTruthy();
    expect(
      screen.getByText(/^An exception is an order or wallet that disagrees with the money/),
    ).toBeTruthy();
  });

  it('shows a load failure', async () => {
    await renderExceptions(Response.json({}, { status: 404 }));
    expect(await screen.findByText("Couldn't load exceptions")).toBeTruthy();
    expect(document.querySelector('.animate-pulse')).toBeNull();
  });

  it('shows dashes and the raw kind for fields that it does not know', async () => {
    await renderExceptions(page(1, { id: 9, kind: 'a_new_kind', state: 'odd' }));
    const row = within(await rowOf(/^An unknown amount of/));
    expect(row.getByText('a_new_kind')).toBeTruthy();
    expect(row.queryByRole('button')).toBeNull();
  });
});

describe('the tabs of the orders', () => {
  it('start with the orders, and count the open exceptions', async () => {
    const { calls } = await renderExceptions(page(1, exceptionAnswer()), { tab: undefined });
    expect(await screen.findByRole('tab', { name: 'Exceptions (1,203)' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Orders', selected: true })).toBeTruthy();
    expect(calls.map((call) => call.split('?')[0])).toEqual(['GET /orders', 'GET /exceptions']);
    await userEvent.click(screen.getByRole('tab', { name: 'Exceptions (1,203)' }));
    expect(lastState).toEqual({ tab: 'exceptions' });
  });

  it('count all open exceptions whatever the filters', async () => {
    await renderExceptions(page(1, RESOLVED), { state: 'resolved', kind: 'underpaid' });
    expect(await screen.findByRole('tab', { name: 'Exceptions (1,203)' })).toBeTruthy();
  });

  it('keep the filters of the orders', async () => {
    const filters = { search: 'INV', status: 'paid', network: 'TRON', page: '2' };
    await renderExceptions(page(1), { tab: undefined, ...filters });
    await userEvent.click(await screen.findByRole('tab', { name: 'Exceptions (1,203)' }));
    expect(lastState).toEqual({ tab: 'exceptions' });
    await userEvent.click(screen.getByRole('tab', { name: 'Orders' }));
    expect(lastState).toEqual({ search: 'INV', status: 'paid', network: 'TRON', page: 2 });
  });

  it('are hidden, and no call is made, without the announcement', async () => {
    const { calls } = await renderExceptions(page(1), {}, {}, [ORDERS]);
    expect(await screen.findByText('No orders yet')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
    expect(calls.map((call) => call.split('?')[0])).toEqual(['GET /orders']);
  });
});

describe('DecisionDialog', () => {
  const RESOLVE = 'POST /exceptions/7/resolve';

  async function openDialog(others: Record<string, ScriptedAnswer>) {
    const rendered = await renderExceptions(page(1, exceptionAnswer()), {}, others);
    await userEvent.click(await screen.findByRole('button', { name: 'Resolve: Underpaid INV-1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Resolve exception?' }));
    return { ...rendered, dialog };
  }

  it('needs a visible reason, and resolves once despite a double click', async () => {
    const { calls, answers, dialog } = await openDialog({ [RESOLVE]: new Response(null, { status: 204 }) });
    expect(dialog.getByText(/opens again by itself if more money arrives/)).toBeTruthy();
    expect(dialog.getByText('INV-1 · Shop · $60.00')).toBeTruthy();
    const submit = dialog.getByRole('button', { name: 'Resolve' });
    await userEvent.type(dialog.getByLabelText('Reason'), ' \u200b ');
    expect(submit).toHaveProperty('disabled', true);
    await userEvent.type(dialog.getByLabelText('Reason'), 'Refunded');
    answers['GET /exceptions'] = { exceptions: [], totalCount: 0 };
    await userEvent.dblClick(submit);
    await toastTitled('Exception resolved');
    expect(await screen.findByText('No open exceptions')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([RESOLVE]);
  });

  it('reports a change in the meantime, closes, and refetches the list', async () => {
    const { calls, dialog } = await openDialog({
      [RESOLVE]: Response.json({ status: 'changed_meanwhile', message: 'x' }, { status: 409 }),
    });
    await userEvent.type(dialog.getByLabelText('Reason'), 'Refunded{Tab}{Enter}');
    const notice = await toastTitled('Failed to resolve exception');
    expect(notice.nextSibling?.textContent).toBe(
      'It has changed in the meantime. The list now shows its current state.',
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(calls.filter((call) => call.startsWith('GET /exceptions'))).toHaveLength(2));
  });

  it('shows new amounts instead of deciding about those that it showed', async () => {
    const change = {
      changedBy: null,
      changedAt: null,
      changes: { received: { before: '40', after: '70' }, amountUsd: { before: null, after: '30' } },
      etag: '"new"',
    };
    const versions: (string | null)[] = [];
    const refusal = Response.json({ status: 'changed_meanwhile', message: 'x', change }, { status: 409 });
    const { dialog } = await openDialog({
      [RESOLVE]: async (headers: Headers) => {
        versions.push(headers.get('if-match'));
        return versions.length === 1 ? refusal : new Response(null, { status: 204 });
      },
    });
    expect(dialog.queryByRole('alert')).toBeNull();
    await userEvent.type(dialog.getByLabelText('Reason'), 'Small enough');
    await userEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
    expect((await dialog.findByRole('alert')).textContent).toMatch(/^The amounts have changed/);
    expect(dialog.getByText(/^100\.00 USDT expected, 70\.00 USDT arrived/)).toBeTruthy();
    expect(dialog.getByText('INV-1 · Shop · $30.00')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Small enough');
    expect(screen.queryByText('Failed to resolve exception')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
    await toastTitled('Exception resolved');
    expect(versions).toEqual(['"old"', '"new"']);
  });

  it('no longer names payments on their way with new amounts, which may include them', async () => {
    const stuck = { kind: 'stuck_pending', unconfirmed: { payments: 1, amount: '50' } };
    const change = {
      changedBy: null,
      changedAt: null,
      changes: { received: { before: '40', after: '90' } },
      etag: '"new"',
    };
    const refusal = Response.json({ status: 'changed_meanwhile', message: 'x', change }, { status: 409 });
    await renderExceptions(page(1, exceptionAnswer(stuck)), {}, { [RESOLVE]: refusal });
    await userEvent.click(await screen.findByRole('button', { name: /^Resolve: / }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Resolve exception?' }));
    expect(dialog.getByText(/A payment of 50\.00 USDT is not confirmed yet/)).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Reason'), 'Settled');
    await userEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
    expect(
      (await dialog.findByText(/^100\.00 USDT expected, 90\.00 USDT arrived/)).textContent,
    ).not.toContain('not confirmed');
  });

  it('keeps the reason if the identity was not verified', async () => {
    const { dialog } = await openDialog({
      [RESOLVE]: Response.json({ status: '2fa_verification_required', message: 'x' }, { status: 403 }),
    });
    await userEvent.type(dialog.getByLabelText('Reason'), 'Refunded');
    await userEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
    expect(await screen.findByText("Your identity wasn't verified.")).toBeTruthy();
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Refunded');
  });

  it('opens a resolved exception again', async () => {
    const { calls } = await renderExceptions(
      page(1, RESOLVED),
      { state: 'resolved' },
      { 'POST /exceptions/7/reopen': new Response(null, { status: 204 }) },
    );
    expect(await screen.findByText('Refunded <b>by hand</b>')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Open again: Underpaid INV-1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Open exception again?' }));
    await userEvent.type(dialog.getByLabelText('Reason'), 'It came back');
    await userEvent.click(dialog.getByRole('button', { name: 'Open again' }));
    await toastTitled('Exception opened again');
    expect(calls).toContain('POST /exceptions/7/reopen');
  });
});

describe('an order with exceptions', () => {
  const order = {
    uuid: ORDER,
    merchantOrderId: 'INV-1',
    status: 'expired',
    currency: 'USDT',
    exceptions: ['underpaid', 'paid_after_end'],
  };
  const orders = { 'GET /orders': { orders: [order], totalCount: 1 } };

  it('names them in its row', async () => {
    await renderExceptions(page(1), { tab: undefined }, orders);
    const row = within((await screen.findByText('INV-1')).closest('tr') as HTMLElement);
    expect(row.getByText('Underpaid')).toBeTruthy();
    expect(row.getByText('Paid after end')).toBeTruthy();
  });

  it('explains them in its panel, with a link and the counterparty of each transaction', async () => {
    await loadOrderPanel();
    const transactions = [
      { id: '1', direction: 'incoming', counterparty: 'TXsender' },
      { id: '2', direction: 'outgoing', counterparty: 'TXreceiver' },
      { id: '3', direction: 'incoming' },
    ];
    const { calls } = await renderExceptions(
      page(1, exceptionAnswer()),
      { tab: undefined, order: ORDER },
      { ...orders, [`GET /orders/${ORDER}`]: { ...order, transactions, history: [] } },
    );
    const panel = within(await screen.findByRole('dialog', { name: 'Order' }));
    const section = within(await panel.findByRole('region', { name: 'Open exceptions' }));
    expect(await section.findByText(/^100\.00 USDT expected, 40\.00 USDT arrived/)).toBeTruthy();
    expect(section.getByRole('link', { name: 'Show in Exceptions' }).getAttribute('href')).toBe(
      `/orders?tab=exceptions&orderUuid=${ORDER}`,
    );
    expect(calls).toContain(`GET /exceptions?orderUuid=${ORDER}&state=open`);
    const shown = within(await panel.findByRole('region', { name: 'Transactions' }));
    expect(shown.getByText('TXsender').parentElement?.parentElement?.textContent).toMatch(/^From/);
    expect(shown.getByText('TXreceiver').parentElement?.parentElement?.textContent).toMatch(/^To/);
    expect(shown.queryAllByText(/^(From|To)$/)).toHaveLength(2);
  });
});

it.each([
  [
    { tab: 'exceptions', page: '1', kind: 'odd', state: 'open', sort: 'newest', walletId: '..', search: 'x' },
    { tab: 'exceptions' },
  ],
  [{ tab: 'odd', kind: 'underpaid', state: 'all' }, {}],
])('parseOrdersScreenSearch(%j) drops what is unknown', (parameters, expected) => {
  expect(parseOrdersScreenSearch(parameters)).toEqual(expected);
});
