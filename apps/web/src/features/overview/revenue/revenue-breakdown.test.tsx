import type { Revenue } from '@halyard/contract/overview';
import { ORDERS, REVENUE } from '@halyard/contract/runtime-settings';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../../test/scripted-fetch.ts';
import type { DashboardSearch } from '../dashboard-search.ts';
import { LazyRevenueBreakdown } from './lazy-revenue-breakdown.tsx';

const CALL = 'GET /analytics/revenue';

const SHOP = '00000000-0000-4000-8000-000000000001';

const revenue: Revenue = {
  from: '2026-02-01',
  to: '2026-02-17',
  revenueUsd: '1234.5',
  orders: 7,
  previous: { from: '2026-01-01', to: '2026-01-17', revenueUsd: '1000', orders: 5 },
  byNetwork: [
    { network: 'TRON', revenueUsd: '1000.125', orders: 6 },
    { network: 'ETH', revenueUsd: '234.375', orders: 1 },
  ],
  byCurrency: Array.from({ length: 12 }, (_, index) => ({
    currency: `C${index}`,
    revenueUsd: String(100 - index),
    orders: 1,
  })),
  topMerchants: [
    { uuid: SHOP, name: '<b>Shop</b>\u202e', revenueUsd: '900', previousRevenueUsd: '950.5', orders: 4 },
    { uuid: 'm2', name: ' ', revenueUsd: '1', previousRevenueUsd: '1', orders: 1 },
  ],
};
const nothing: Revenue = {
  ...revenue,
  revenueUsd: '0',
  orders: 0,
  previous: null,
  byNetwork: [],
  byCurrency: [],
  topMerchants: [],
};

interface Options {
  readonly state?: DashboardSearch;
  readonly screens?: readonly string[];
  readonly isNeeded?: boolean;
}

interface PageProps {
  readonly initial: DashboardSearch;
  readonly isNeeded: boolean;
  readonly onChange: (state: DashboardSearch) => void;
}

function Page({ initial, isNeeded, onChange }: PageProps) {
  const [state, setState] = useState(initial);
  const change = (next: DashboardSearch) => {
    onChange(next);
    setState(next);
  };
  return <LazyRevenueBreakdown isNeeded={isNeeded} state={state} onChange={change} />;
}

async function renderBreakdown(
  answer: ScriptedAnswer | (() => Promise<Response>),
  { state = {}, screens = [REVENUE, ORDERS], isNeeded = true }: Options = {},
) {
  const answers = { [CALL]: answer };
  const network = scriptedFetch(answers);
  const onChange = vi.fn();
  await renderPage(<Page initial={state} isNeeded={isNeeded} onChange={onChange} />, network, { screens });
  return { answers, calls: network.calls, onChange };
}

const region = (name: string) => screen.findByRole('region', { name });
const linksIn = (part: HTMLElement) => within(part).getAllByRole('link');
const targetOf = (link: HTMLElement | undefined) => link?.getAttribute('href');

describe('RevenueBreakdown', () => {
  it('compares the revenue with the previous period in words', async () => {
    const { calls } = await renderBreakdown(revenue);
    const breakdown = await region('Revenue breakdown');
    await screen.findByText('$1,234.50');
    expect(breakdown.textContent).toContain('$1,234.50 from 7 paid orders, 2026-02-01 to 2026-02-17 (UTC)');
    expect(breakdown.textContent).toContain(
      '$234.50 more than in the 30 days before ($1,000.00, 2026-01-01 to 2026-01-17)',
    );
    expect(calls).toEqual([`${CALL}?range=30d`]);
  });

  it('shows each part with its revenue, share and orders, linked to these orders', async () => {
    await renderBreakdown(revenue);
    const paid = 'status=paid&testnet=hide&paidFrom=2026-02-01&paidTo=2026-02-17';
    const [tron, ethereum] = linksIn(await region('By network'));
    expect(tron?.textContent).toBe('TRON $1,000.13 6 orders 81.0% of revenue ');
    expect(ethereum?.textContent).toBe('Ethereum $234.38 1 order 19.0% of revenue ');
    expect(targetOf(ethereum)).toBe(`/orders?${paid}&network=ETH`);
    expect(targetOf(linksIn(await region('By currency'))[0])).toBe(`/orders?${paid}&currency=C0`);
    const [shop, unnamed] = linksIn(await region('Top merchants'));
    expect(shop?.textContent).toBe('<b>Shop</b> $900.00 4 orders 72.9% of revenue $50.50 less than before');
    expect(targetOf(shop)).toBe(`/orders?${paid}&merchantUuid=${SHOP}`);
    expect(unnamed?.textContent).toContain('m2 $1.00 1 order <0.1% of revenue  the same as before');
    expect(targetOf(screen.getByRole('link', { name: /paid orders$/ }))).toBe(`/orders?${paid}`);
  });

  it('shows ten currencies, and the others on request', async () => {
    await renderBreakdown(revenue);
    const currencies = await region('By currency');
    expect(linksIn(currencies)).toHaveLength(10);
    await userEvent.click(within(currencies).getByRole('button', { name: 'Show all 12' }));
    expect(linksIn(currencies)).toHaveLength(12);
    expect(within(currencies).queryByRole('button')).toBeNull();
  });

  it('links to all paid orders if the period has no bounds', async () => {
    const { calls } = await renderBreakdown({ ...revenue, previous: null }, { state: { range: 'all' } });
    expect(await screen.findByText('No earlier data to compare with')).toBeTruthy();
    expect(calls).toEqual([`${CALL}?range=all`]);
    expect(targetOf(linksIn(await region('By network'))[0])).toBe(
      '/orders?status=paid&testnet=hide&network=TRON',
    );
  });

  it('has no links if the server has no list of orders', async () => {
    await renderBreakdown(revenue, { screens: [REVENUE] });
    await screen.findByText('$1,234.50');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('explains an empty period', async () => {
    await renderBreakdown(nothing);
    expect(await screen.findAllByText('No paid orders in this period')).toHaveLength(2);
    expect(screen.getByText('No merchant with revenue in this period')).toBeTruthy();
  });

  it.each([
    ['a refusal', Response.json({}, { status: 403 })],
    ['another shape', { ...revenue, byNetwork: [{ network: 'ETH' }] }],
  ])('shows %s on the page, and retries', async (_, failure) => {
    const { answers } = await renderBreakdown(failure);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain("Couldn't load the revenue breakdown");
    answers[CALL] = revenue;
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('$1,234.50')).toBeTruthy();
  });

  it('asks for nothing unless it is needed and announced', async () => {
    const unannounced = await renderBreakdown(revenue, { screens: [ORDERS] });
    const unneeded = await renderBreakdown(revenue, { isNeeded: false });
    expect(screen.queryByRole('region')).toBeNull();
    expect([...unannounced.calls, ...unneeded.calls]).toEqual([]);
  });
});

describe('the period of RevenueBreakdown', () => {
  const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });

  it('is the range of the chart, the current month, or custom', async () => {
    const { calls, onChange } = await renderBreakdown(revenue, { state: { range: '12m' } });
    expect((await radio('12 months')).checked).toBe(true);
    await userEvent.click(await radio('This month'));
    expect(await screen.findByText('in the same days of last month (')).toBeTruthy();
    await userEvent.click(await radio('Custom…'));
    expect((await screen.findByLabelText<HTMLInputElement>('First day (UTC)')).value).toBe('2026-02-01');
    await userEvent.click(await radio('12 months'));
    expect(onChange.mock.calls).toEqual([
      [{ range: '12m', period: 'month' }],
      [{ range: '12m', period: 'custom', from: '2026-02-01', to: '2026-02-17' }],
      [{ range: '12m', period: undefined }],
    ]);
    expect(new Set(calls)).toEqual(
      new Set([`${CALL}?range=12m`, `${CALL}?range=month`, `${CALL}?from=2026-02-01&to=2026-02-17`]),
    );
  });

  it('names a single day', async () => {
    const state = { period: 'custom', from: '2026-02-01', to: '2026-02-01' } as const;
    await renderBreakdown({ ...revenue, to: revenue.from }, { state });
    expect(await screen.findByText('on the day before (')).toBeTruthy();
  });

  it.each([
    ['2026-02-02', '2026-02-01', 'Last day (UTC)', 'Enter the first day or a later one'],
    ['2016-01-01', '2026-02-01', 'Last day (UTC)', 'Enter a period of at most 3,660 days'],
    [
      '2026-02-01',
      '9999-12-31',
      'Last day (UTC)',
      /^Enter today \(\d{4}-\d\d-\d\d in UTC\) or an earlier day$/,
    ],
    ['9999-01-01', '9999-12-31', 'First day (UTC)', /^Enter today/],
    ['2026-02-31', '2026-03-01', 'First day (UTC)', 'Enter a date'],
    [7, '2026-02-01', 'First day (UTC)', 'Enter a date'],
  ])('from %j to %j is refused at its field', async (from, to, label, problem) => {
    const { calls } = await renderBreakdown(revenue, { state: { period: 'custom', from, to } });
    const field = await screen.findByLabelText<HTMLInputElement>(label);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    const describedBy = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(describedBy?.textContent).toEqual(expect.stringMatching(problem));
    expect(calls).toEqual([]);
  });

  it('is asked for once both days are valid', async () => {
    const { calls, onChange } = await renderBreakdown(revenue, { state: { period: 'custom' } });
    const show = await screen.findByRole('button', { name: 'Show period' });
    expect(screen.queryByText('Enter a date')).toBeNull();
    await userEvent.click(show);
    expect(screen.getAllByText('Enter a date')).toHaveLength(2);
    await userEvent.type(screen.getByLabelText('First day (UTC)'), '2026-02-01');
    await userEvent.type(screen.getByLabelText('Last day (UTC)'), '2026-02-17');
    await userEvent.click(show);
    expect(onChange.mock.calls).toEqual([
      [{ range: undefined, period: 'custom', from: '2026-02-01', to: '2026-02-17' }],
    ]);
    expect(await screen.findByText('in the 17 days before (')).toBeTruthy();
    expect(calls).toEqual([`${CALL}?from=2026-02-01&to=2026-02-17`]);
  });
});
