import { EXCEPTIONS, MERCHANT, ORDERS, TIMELINE } from '@halyard/contract/runtime-settings';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../test/scripted-fetch.ts';
import { setViewportWidth } from '../../../test/set-viewport-width.ts';
import { loadMerchantPanel } from './merchant-slide-over.tsx';
import { MerchantsPage } from './merchants-page.tsx';
import type { MerchantsSearch } from './merchants-search.ts';

const UUID = '00000000-0000-4000-8000-000000000001';
const MERCHANT_CALL = `GET /merchants/${UUID}`;
const ORDERS_CALL = `GET /orders?merchantUuid=${UUID}&limit=5`;

const listed = {
  uuid: UUID,
  name: 'Shop',
  website: 'https://shop.example.com/',
  creatorName: 'Ada',
  creatorEmail: 'ada@example.com',
  createdAt: '2026-03-03T12:04:05.678Z',
  deletedAt: null,
};

const details = {
  ...listed,
  owner: { uuid: 'owner', email: 'ada@example.com' },
  orders: { total: 1_234, paid: 1_200, pending: 30, expired: 4, cancelled: 0 },
  revenueUsd: '98765432109876543210.129',
};

const order = {
  uuid: 'order',
  merchantOrderId: 'INV-1',
  status: 'paid',
  amount: '0.000000000000000001',
  currency: 'ETH',
  createdAt: '2026-03-03T12:04:05.678Z',
};

let lastState: MerchantsSearch;

function Page({ initial }: { readonly initial: MerchantsSearch }) {
  const [state, setState] = useState(initial);
  lastState = state;
  return <MerchantsPage state={state} onChange={setState} />;
}

async function openMerchants(
  state: MerchantsSearch = {},
  answers: Record<string, ScriptedAnswer> = {},
  screens: readonly string[] = [MERCHANT, ORDERS],
) {
  setViewportWidth(1440);
  await loadMerchantPanel();
  const network = scriptedFetch({
    'GET /merchants': { merchants: [listed], totalCount: 1 },
    [MERCHANT_CALL]: details,
    'GET /orders': { orders: [order], totalCount: 1_234 },
    ...answers,
  });
  await renderPage(<Page initial={state} />, network, { screens });
  return network.calls;
}

const panel = async () => within(await screen.findByRole('dialog', { name: 'Merchant' }));

async function links() {
  const found = (await panel()).getAllByRole('link');
  return found.map((link) => [link.textContent, link.getAttribute('href')]);
}

describe('MerchantPanel', () => {
  it('opens from the row at its own URL, and closes', async () => {
    await openMerchants({ page: 1, search: 's' });
    await userEvent.click(await screen.findByRole('button', { name: 'Shop' }));
    expect(lastState).toMatchObject({ merchant: UUID, search: 's' });
    await userEvent.click((await panel()).getByRole('button', { name: 'Close panel' }));
    expect(lastState).toEqual({ page: 1, search: 's' });
  });

  it('shows revenue to the cent, and links to owner, orders and audit entries', async () => {
    const calls = await openMerchants({ merchant: UUID });
    const opened = await panel();
    expect(await opened.findByText('$98,765,432,109,876,543,210.13')).toBeTruthy();
    expect(await opened.findByText('INV-1')).toBeTruthy();
    expect(opened.getByRole('region', { name: 'Orders (1,234)' })).toBeTruthy();
    expect(calls).toContain(ORDERS_CALL);
    expect(await links()).toEqual([
      ['https://shop.example.com/', 'https://shop.example.com/'],
      ['ada@example.com', '/users?user=owner'],
      ['Audit entries', `/audit-logs?resourceId=${UUID}`],
      ['1,200', `/orders?merchantUuid=${UUID}&status=paid`],
      ['30', `/orders?merchantUuid=${UUID}&status=pending`],
      ['4', `/orders?merchantUuid=${UUID}&status=expired`],
      ['All orders', `/orders?merchantUuid=${UUID}`],
      ['INV-1', '/orders?order=order'],
    ]);
  });

  it('links to the open exceptions of the merchant', async () => {
    await openMerchants({ merchant: UUID }, { 'GET /exceptions': { exceptions: [], totalCount: 2 } }, [
      MERCHANT,
      EXCEPTIONS,
    ]);
    const link = await (await panel()).findByRole('link', { name: '2 open exceptions' });
    expect(link.getAttribute('href')).toBe(`/orders?tab=exceptions&merchantUuid=${UUID}`);
  });

  it('shows what the list knows until the merchant has loaded', async () => {
    await openMerchants({ merchant: UUID }, { [MERCHANT_CALL]: new Response(null, { status: 503 }) });
    const opened = await panel();
    expect(await opened.findByText("Couldn't load this merchant")).toBeTruthy();
    expect(opened.getByText(UUID)).toBeTruthy();
    expect(opened.getByText('ada@example.com')).toBeTruthy();
  });

  it('shows that a merchant is unknown', async () => {
    const missing = Response.json({ status: 'not_found', message: 'x' }, { status: 404 });
    await openMerchants({ merchant: 'unknown' }, { 'GET /merchants/unknown': missing });
    expect(await (await panel()).findByText('Merchant not found')).toBeTruthy();
  });

  it('shows a merchant without owner and orders, with markup as text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const orders = { total: 0, paid: 0, pending: 0, expired: 0, cancelled: 0 };
    await openMerchants(
      { merchant: UUID },
      {
        [MERCHANT_CALL]: {
          ...details,
          name,
          website: null,
          creatorName: null,
          creatorEmail: null,
          owner: null,
          orders,
          revenueUsd: '0',
          deletedAt: '2026-03-04T12:04:05.678Z',
        },
        'GET /orders': { orders: [], totalCount: 0 },
      },
    );
    const opened = await panel();
    expect(await opened.findByText('No orders yet')).toBeTruthy();
    expect(opened.getAllByText(name)).toHaveLength(2);
    expect(opened.getByText('$0.00')).toBeTruthy();
    expect(opened.getByText('Deleted At')).toBeTruthy();
    expect(await links()).toEqual([['Audit entries', `/audit-logs?resourceId=${UUID}`]]);
  });

  it('hides the orders of a server without that screen', async () => {
    const calls = await openMerchants({ merchant: UUID }, {}, [MERCHANT]);
    expect(await (await panel()).findByText('1,200')).toBeTruthy();
    expect((await links()).map(([text]) => text)).not.toContain('1,200');
    expect(calls.filter((call) => call.startsWith('GET /orders'))).toEqual([]);
  });

  it('is missing on a server that does not announce it', async () => {
    const calls = await openMerchants({ merchant: UUID }, {}, []);
    await screen.findByText('Shop');
    expect(screen.queryByRole('button', { name: 'Shop' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls).toEqual(['GET /merchants?limit=20&offset=0&includeDeleted=false']);
  });

  it('shows a timeline in a tab at its own URL, if the server has one', async () => {
    const calls = await openMerchants({ merchant: UUID }, { [`${MERCHANT_CALL}/timeline`]: { events: [] } }, [
      MERCHANT,
      TIMELINE,
    ]);
    const opened = await panel();
    await opened.findByText('Orders (1,234)');
    expect(calls).not.toContain(`${MERCHANT_CALL}/timeline`);
    await userEvent.click(opened.getByRole('tab', { name: 'Timeline' }));
    expect(await opened.findByText('No events yet')).toBeTruthy();
    expect(lastState).toMatchObject({ merchant: UUID, timeline: 'all' });
    await userEvent.selectOptions(opened.getByRole('combobox', { name: 'Kind of event' }), 'Exceptions');
    expect(lastState).toMatchObject({ timeline: 'exception' });
    await userEvent.click(opened.getByRole('tab', { name: 'Details' }));
    expect(lastState.timeline).toBeUndefined();
  });

  it('has no tabs if the server has no timelines', async () => {
    await openMerchants({ merchant: UUID, timeline: 'all' });
    const opened = await panel();
    await opened.findByText('Orders (1,234)');
    expect(opened.queryByRole('tab')).toBeNull();
  });
});
