import type { Revenue, Series } from '@halyard/contract/overview';
import {
  AUDIT_FILTERS,
  CREATED_DAYS,
  EXCEPTIONS,
  ORDERS,
  REVENUE,
  USER_STATUS_FILTER,
} from '@halyard/contract/runtime-settings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { daySeries, EMPTY_SERIES, OVERVIEW_ANSWER } from '../../../test/overview-answers.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { scriptedFetch } from '../../../test/scripted-fetch.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import { OverviewPage } from './overview-page.tsx';

const NO_REVENUE: Revenue = {
  from: '2026-02-28',
  to: '2026-03-01',
  revenueUsd: '0',
  orders: 0,
  previous: null,
  byNetwork: [],
  byCurrency: [],
  topMerchants: [],
};

const ALL = [AUDIT_FILTERS, CREATED_DAYS, ORDERS, REVENUE, USER_STATUS_FILTER];

async function renderOverview(
  series: Series,
  {
    screens = ALL,
    state = {},
  }: { readonly screens?: readonly string[]; readonly state?: DashboardSearch } = {},
) {
  const network = scriptedFetch({
    'GET /analytics/overview': OVERVIEW_ANSWER,
    'GET /analytics/series': series,
    'GET /analytics/revenue': NO_REVENUE,
    'GET /auth/2fa/status': { enabled: true },
    'GET /exceptions': { exceptions: [], totalCount: 3 },
  });
  const view = await renderPage(<OverviewPage state={state} onChange={() => undefined} />, network, {
    screens,
  });
  return { ...view, calls: network.calls };
}

const targetOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
const showTable = async () =>
  await userEvent.click(await screen.findByRole('button', { name: 'Show as table' }));

const DAY = '/orders?status=paid&testnet=hide&paidFrom=2026-02-28&paidTo=2026-02-28';
const PERIOD = '/orders?status=paid&testnet=hide&paidFrom=2026-02-28&paidTo=2026-03-01';

describe('the figures of a period', () => {
  it('link to their lists from each row of the table', async () => {
    await renderOverview(daySeries());
    await showTable();
    expect(await targetOf('$1,234.57 from paid orders, 2026-02-28')).toBe(DAY);
    expect(await targetOf('4 paid orders, 2026-02-28')).toBe(DAY);
    expect(await targetOf('20 audit entries, 2026-03-01 (to date)')).toBe(
      '/audit-logs?platformFeed=show&utcFrom=2026-03-01&utcTo=2026-03-01',
    );
    expect(await targetOf('3 new users, 2026-02-28')).toBe(
      '/users?status=all&createdFrom=2026-02-28&createdTo=2026-02-28',
    );
    expect(await targetOf('1 new merchants, 2026-03-01 (to date)')).toBe(
      '/merchants?deleted=show&createdFrom=2026-03-01&createdTo=2026-03-01',
    );
    const table = screen.getByRole('table', { name: 'Daily figures' });
    expect(within(table).getAllByRole('link')).toHaveLength(10);
  });

  it('link to their lists from the sums', async () => {
    await renderOverview(daySeries());
    expect(await targetOf('4 paid orders in the last 30 days')).toBe(PERIOD);
    expect(await targetOf('$1,234.57 from paid orders in the last 30 days')).toBe(PERIOD);
    expect(await targetOf('60 audit entries in the last 30 days')).toBe(
      '/audit-logs?platformFeed=show&utcFrom=2026-02-28&utcTo=2026-03-01',
    );
    expect(await targetOf('5 new users in the last 30 days')).toBe(
      '/users?status=all&createdFrom=2026-02-28&createdTo=2026-03-01',
    );
    expect(await targetOf('1 new merchants in the last 30 days')).toBe(
      '/merchants?deleted=show&createdFrom=2026-02-28&createdTo=2026-03-01',
    );
  });

  it('have no bounds at the ends of all time', async () => {
    const points = EMPTY_SERIES.points.flatMap((point) => [{ ...point, start: '2026-02-01' }, point]);
    await renderOverview({ ...EMPTY_SERIES, points }, { state: { range: 'all' } });
    await showTable();
    const paid = '/orders?status=paid&testnet=hide';
    expect(await targetOf('0 paid orders, Feb 2026')).toBe(`${paid}&paidTo=2026-02-28`);
    expect(await targetOf('0 paid orders, Mar 2026 (to date)')).toBe(`${paid}&paidFrom=2026-03-01`);
    expect(await targetOf('0 paid orders all time')).toBe(paid);
    expect(await targetOf('0 audit entries all time')).toBe('/audit-logs?platformFeed=show');
    expect(await targetOf('0 new users all time')).toBe('/users?status=all');
    expect(await targetOf('0 new users, Mar 2026 (to date)')).toBe(
      '/users?status=all&createdFrom=2026-03-01',
    );
    expect(await targetOf('0 new merchants all time')).toBe('/merchants?deleted=show');
  });

  it('have no link if the server cannot list orders by payment', async () => {
    await renderOverview(daySeries(), { screens: [ORDERS] });
    await showTable();
    expect(await targetOf('2,000 orders')).toBe('/orders?testnet=hide');
    expect(screen.queryByRole('link', { name: /paid orders,|in the last 30 days/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /audit entries/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /new (users|merchants)/ })).toBeNull();
  });
});

it('OverviewPage asks for open exceptions as soon as the figures are shown', async () => {
  await renderOverview(daySeries(), { screens: [...ALL, EXCEPTIONS] });
  expect((await screen.findAllByRole('link', { name: '3 open exceptions' })).length).toBeGreaterThan(0);
});

describe('a click', () => {
  async function renderChart() {
    const view = await renderOverview(daySeries());
    await screen.findByRole('link', { name: '$0.00 from paid orders, 2026-03-01 (to date)' });
    const slider = screen.getByRole('slider', { name: 'Revenue by day' });
    slider.getBoundingClientRect = () => new DOMRect(0, 0, 100, 50);
    return { ...view, slider };
  }

  it('on a point of the chart opens its orders', async () => {
    const { slider, location } = await renderChart();
    fireEvent.pointerDown(slider, { clientX: 10, pointerType: 'mouse' });
    fireEvent.click(slider, { clientX: 10 });
    await expect.poll(() => location().href).toBe(DAY);
  });

  it('by touch on the chart only shows the value', async () => {
    const { slider, location } = await renderChart();
    fireEvent.pointerDown(slider, { clientX: 10, pointerType: 'touch' });
    fireEvent.click(slider, { clientX: 10 });
    expect(await targetOf('$1,234.57 from paid orders, 2026-02-28')).toBe(DAY);
    expect(location().href).toBe('/');
  });

  it('on a part of the bar of statuses opens its orders', async () => {
    const { location } = await renderOverview(daySeries());
    const link = await screen.findByRole('link', { name: '150 expired orders' });
    const card = screen.getByRole('region', { name: 'Order statuses' });
    const bars = [...card.querySelectorAll<HTMLElement>('a[aria-hidden="true"]')];
    expect(bars).toHaveLength(4);
    expect(bars.map((bar) => bar.tabIndex)).toEqual([-1, -1, -1, -1]);
    expect(bars[2]?.getAttribute('href')).toBe(link.getAttribute('href'));
    bars[2]?.click();
    await expect.poll(() => location().href).toBe('/orders?status=expired&testnet=hide');
  });
});

describe('custom days', () => {
  const state = { period: 'custom', from: '2026-02-28', to: '2026-03-01' } as const;
  const { range: _range, ...customSeries } = daySeries();

  it('apply to the chart and the sums', async () => {
    const { calls } = await renderOverview(customSeries, { state });
    expect(await screen.findByRole('radio', { name: 'Custom', checked: true })).toBeTruthy();
    await waitFor(() => expect(calls).toContain('GET /analytics/series?from=2026-02-28&to=2026-03-01'));
    expect(screen.getByText('from 2026-02-28 to 2026-03-01 (UTC)')).toBeTruthy();
    expect(screen.getAllByText('in 2 days')).toHaveLength(4);
    expect(await targetOf('4 paid orders from 2026-02-28 to 2026-03-01 (UTC)')).toBe(PERIOD);
  });

  it.each([
    ['are not valid', { ...state, to: '2026-02-01' }, ALL],
    ['are not announced', state, [ORDERS]],
  ])('do not apply if they %s', async (_, given, screens) => {
    const { calls } = await renderOverview(daySeries(), { state: given, screens });
    await screen.findByText('in the last 30 days');
    await waitFor(() => expect(calls).toContain('GET /analytics/series?range=30d'));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '30 days' }).checked).toBe(true);
  });
});
