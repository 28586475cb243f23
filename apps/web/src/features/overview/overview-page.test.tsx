import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { daySeries, EMPTY_SERIES, OVERVIEW_ANSWER } from '../../../test/overview-answers.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../test/scripted-fetch.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import { OverviewPage } from './overview-page.tsx';

const OVERVIEW = 'GET /analytics/overview';
const STATUS = 'GET /auth/2fa/status';

const SERIES = 'GET /analytics/series';
const overview = OVERVIEW_ANSWER;

const NOTHING = { total: 0, paid: 0, pending: 0, expired: 0, cancelled: 0 };

type LateAnswer = ScriptedAnswer | (() => Promise<Response>);

interface Answers {
  readonly series?: LateAnswer;
  readonly status?: LateAnswer;
  readonly state?: DashboardSearch;
}

interface PageProps {
  readonly initial: DashboardSearch;
  readonly onChange: (state: DashboardSearch) => void;
}

function Page({ initial, onChange }: PageProps) {
  const [state, setState] = useState(initial);
  const change = (next: DashboardSearch) => {
    onChange(next);
    setState(next);
  };
  return <OverviewPage state={state} onChange={change} />;
}

async function renderOverview(
  answer: LateAnswer,
  { series = daySeries(), status = { enabled: true }, state = {} }: Answers = {},
) {
  const answers = { [OVERVIEW]: answer, [STATUS]: status, [SERIES]: series };
  const network = scriptedFetch(answers);
  const onChange = vi.fn();
  const notices = vi.fn();
  await renderPage(<Page initial={state} onChange={onChange} />, network, {}, notices);
  return { answers, calls: network.calls, onChange, notices };
}

const card = (name: string) => screen.findByRole('region', { name });

function rowsOf(table: HTMLElement): string[][] {
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.children, (cell) => cell.textContent ?? ''));
}

describe('OverviewPage', () => {
  // @spec 1.13, 2.67, 7.23, D.136
  it('shows each figure in a card', async () => {
    await renderOverview(overview);
    await screen.findByText('$12,345.67');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard');
    expect((await card('Revenue from service fees')).textContent).toContain('$12,345.67');
    expect((await card('Total orders')).textContent).toContain('2,000');
    expect((await card('Active users')).textContent).toContain('1,234');
    expect((await card('Active merchants')).textContent).toContain('56');
    expect((await card('Recent activity')).textContent).toContain('12');
  });

  // @spec 2.68, 2.69
  it('shows the orders by status', async () => {
    await renderOverview(overview);
    await screen.findByText('1,500');
    expect(rowsOf(screen.getByRole('table', { name: 'Order statuses' }))).toEqual([
      ['Paid', '1,500', '75.0%'],
      ['Pendingawaiting payment', '300', '15.0%'],
      ['Expiredpayment timeout', '150', '7.5%'],
      ['Cancelleduser cancelled', '50', '2.5%'],
    ]);
  });

  // @spec 2.68
  it('shows the activity by period, with entries per day', async () => {
    await renderOverview(overview);
    await screen.findByText('450');
    expect(rowsOf(screen.getByRole('table', { name: 'Activity by period' }))).toEqual([
      ['Last 24 hours', '12', '12'],
      ['Last 7 days', '10', '70'],
      ['Last 30 days', '15', '450'],
    ]);
  });

  it('shows dashes for missing counts', async () => {
    await renderOverview({
      ...overview,
      orders: { total: 3 },
      platform: {},
      recentActivity: { last24Hours: '7' },
    });
    expect(await screen.findByText('— paid')).toBeTruthy();
    for (const name of ['Active users', 'Active merchants']) {
      expect((await card(name)).textContent).toContain('—');
    }
    expect((await card('Recent activity')).textContent).toContain('7');
    expect(rowsOf(await screen.findByRole('table', { name: 'Order statuses' }))[0]).toEqual([
      'Paid',
      '—',
      '',
    ]);
    const periods = rowsOf(screen.getByRole('table', { name: 'Activity by period' }));
    expect(periods.map((row) => row.at(-1))).toEqual(['7', '—', '—']);
  });

  it('shows zeros and explanations on an empty platform', async () => {
    const nothing = {
      revenue: { totalUsd: '0.00' },
      orders: NOTHING,
      platform: { activeUsers: 0, activeMerchants: 0 },
      recentActivity: { last24Hours: 0, last7Days: 0, last30Days: 0 },
    };
    await renderOverview(nothing, { series: EMPTY_SERIES, state: { range: 'all' } });
    expect(await screen.findAllByText('No earlier data')).toHaveLength(4);
    expect((await card('Revenue from service fees')).textContent).toContain('No service fees yet.');
    expect(rowsOf(screen.getByRole('table', { name: 'Order statuses' }))[0]).toEqual(['Paid', '0', '0%']);
  });
});

describe('OverviewPage trends', () => {
  it('describes the chart to screen readers', async () => {
    await renderOverview(overview);
    const days = 'by day from 2026-02-28 to 2026-03-01 (to date):';
    const name = `Revenue ${days} starts at $1,234.57, ends at $0.00, peaks at $1,234.57 on 2026-02-28.`;
    expect(await screen.findByRole('img', { name })).toBeTruthy();
    expect(screen.getAllByRole('img')).toHaveLength(1);
  });

  it('shows the points of the chart by arrow keys', async () => {
    await renderOverview(overview);
    const slider = await screen.findByRole('slider', { name: 'Revenue by day' });
    expect(slider.getAttribute('aria-valuetext')).toBe('2026-03-01 (to date): $0.00');
    await userEvent.tab({ shift: true });
    act(() => slider.focus());
    await userEvent.keyboard('{ArrowLeft}');
    expect(slider.getAttribute('aria-valuetext')).toBe('2026-02-28: $1,234.57');
    expect((await card('Revenue from service fees')).textContent).toContain('2026-02-28$1,234.57');
  });

  it('shows the trends as a table', async () => {
    await renderOverview(overview);
    const toggle = await screen.findByRole('button', { name: 'Show as table' });
    await userEvent.click(toggle);
    expect(toggle.textContent).toBe('Show as chart');
    expect(rowsOf(await screen.findByRole('table', { name: 'Daily figures' }))).toEqual([
      ['2026-03-01 (to date)', '$0.00', '0', '2', '1', '20'],
      ['2026-02-28', '$1,234.57', '4', '3', '0', '40'],
    ]);
  });

  it('compares with the previous period by text and icon', async () => {
    const before = { revenueUsd: '1000', paidOrders: 8, newUsers: 5, newMerchants: 0 };
    await renderOverview(overview, { series: daySeries({}, before) });
    await screen.findByText('Up 23.5%');
    const revenue = await card('Revenue from service fees');
    expect(revenue.textContent).toContain('$1,234.57 in the last 30 daysUp 23.5% vs. previous 30 days');
    expect((await card('Total orders')).textContent).toContain(
      'Paid orders4 in 30 daysDown 50.0% vs. previous 30 days',
    );
    expect((await card('Active users')).textContent).toContain(
      'New users5 in 30 daysNo change vs. previous 30 days',
    );
    expect((await card('Active merchants')).textContent).toContain(
      'New merchants1 in 30 daysUp from 0 vs. previous 30 days',
    );
    expect((await card('Recent activity')).textContent).toContain('Audit entries60 in 30 days30 per day');
    expect(revenue.querySelector('.lucide-arrow-up')).not.toBeNull();
    expect((await card('Total orders')).querySelector('.lucide-arrow-down')).not.toBeNull();
  });

  it('shows that there is no earlier data', async () => {
    await renderOverview(overview, { series: daySeries({}, null) });
    expect(await screen.findAllByText('No earlier data')).toHaveLength(4);
  });

  it('requests the trends by range, and changes the range', async () => {
    const { calls, onChange } = await renderOverview(overview, { state: { range: '12m' } });
    await waitFor(() => expect(calls).toContain('GET /analytics/series?range=12m'));
    await screen.findByText('$12,345.67');
    const choice = screen.getByRole('group', { name: 'Range' });
    expect(within(choice).getByRole<HTMLInputElement>('radio', { name: '12 months' }).checked).toBe(true);
    await userEvent.click(within(choice).getByRole('radio', { name: 'All' }));
    await userEvent.click(within(choice).getByRole('radio', { name: '30 days' }));
    expect(onChange.mock.calls).toEqual([[{ range: 'all' }], [{ range: undefined }]]);
  });

  it.each([
    ['404', new Response(null, { status: 404 })],
    ['405', new Response(null, { status: 405 })],
    ['500', Response.json({ status: 'internal_error' }, { status: 500 })],
    ["a page instead of the API's answer", new Response('<html>')],
    ['a response of another shape', { points: [{ day: 1 }] }],
    ['no points', { ...daySeries(), points: [] }],
  ])('hides the trends without an error if the response is %s', async (_, series) => {
    const { calls, notices } = await renderOverview(overview, { series });
    await screen.findByText('$12,345.67');
    expect((await card('Active users')).textContent).toBe('Active users1,234Excludes blocked and deleted');
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.queryByRole('group', { name: 'Range' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show as table' })).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(calls).toContain('GET /analytics/series?range=30d'));
    expect(notices).not.toHaveBeenCalled();
  });

  it('shows the reason of a failure, and retries', async () => {
    const { answers, notices } = await renderOverview(overview, {
      series: Response.json({}, { status: 503 }),
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/Couldn't load the trend.*\(503\)/);
    expect(screen.getByText('$12,345.67')).toBeTruthy();
    expect(notices).toHaveBeenCalledWith(expect.objectContaining({ title: 'Server Error' }));
    answers[SERIES] = daySeries();
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('img', { name: /^Revenue by day/ })).toBeTruthy();
  });

  it('shows an error if a server that has returned trends responds with 500', async () => {
    const { answers, notices } = await renderOverview(overview);
    await screen.findByRole('img', { name: /^Revenue by day/ });
    answers[SERIES] = Response.json({ status: 'internal_error' }, { status: 500 });
    await userEvent.click(screen.getByRole('radio', { name: '12 months' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/Couldn't load the trend/);
    expect(screen.getByRole('group', { name: 'Range' })).toBeTruthy();
    expect(notices).toHaveBeenCalledWith(expect.objectContaining({ title: 'Server Error' }));
  });

  it('keeps the content in place during a refetch', async () => {
    const { answers } = await renderOverview(overview, { series: new Response(null, { status: 503 }) });
    const alert = await screen.findByRole('alert');
    answers[SERIES] = () => new Promise(() => undefined);
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(screen.getByText('$12,345.67')).toBeTruthy();
  });

  it('does not wait for slow trends to show the figures', async () => {
    await renderOverview(overview, { series: () => new Promise(() => undefined) });
    expect(await screen.findByText('$12,345.67')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });
});

// @spec 2.70
it('OverviewPage shows a load failure in a toast', async () => {
  await renderOverview(new Response(null, { status: 403 }));
  expect(await screen.findByText('Failed to load dashboard')).toBeTruthy();
});

describe('OverviewPage after a failure', () => {
  it.each([
    [
      'a server error',
      () => Response.json({ requestId: 'r-1' }, { status: 500 }),
      /reported an error \(500\)/,
    ],
    ['an HTML response', () => new Response('<html>', { status: 200 }), /invalid response/],
    ['a response of another shape', () => Response.json({}), /invalid response/],
  ])('shows the reason after %s, and retries', async (_, failure, reason) => {
    const { answers } = await renderOverview(failure());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(reason);
    answers[OVERVIEW] = overview;
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('$12,345.67')).toBeTruthy();
  });
});

describe('OverviewPage with a slow call for the backup codes', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  async function renderWithoutBackupCodes() {
    const figures = Promise.withResolvers<Response>();
    const status = Promise.withResolvers<Response>();
    await renderOverview(() => figures.promise, { status: () => status.promise });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pass = async (ms: number) => await act(async () => await vi.advanceTimersByTimeAsync(ms));
    figures.resolve(Response.json(overview));
    await pass(400);
    expect(screen.queryByText('$12,345.67')).toBeNull();
    return {
      pass,
      answerStatus: async () => {
        status.resolve(Response.json({ enabled: true, backupCodesRemaining: 1 }));
        await pass(50);
      },
    };
  }

  it('shows the figures and the warning at once if the answer comes soon', async () => {
    const { answerStatus } = await renderWithoutBackupCodes();
    await answerStatus();
    expect(screen.getByText('$12,345.67')).toBeTruthy();
    expect(screen.getAllByText('Only 1 backup code is left.')).toHaveLength(1);
  });

  it('shows the figures after half a second, and a late warning where it shifts none of them', async () => {
    const { pass, answerStatus } = await renderWithoutBackupCodes();
    await pass(100);
    expect(screen.getByText('$12,345.67')).toBeTruthy();
    await answerStatus();
    const places = screen.getAllByText('Only 1 backup code is left.').map((text) => text.closest('output'));
    expect(places.map((place) => /\S*lg:hidden/.exec(place?.className ?? '')?.[0])).toEqual([
      'max-lg:hidden',
      'lg:hidden',
    ]);
  });
});

describe('BackupCodesWarning', () => {
  // @spec D.32
  it.each([
    [3, 'Only 3 backup codes are left.'],
    [1, 'Only 1 backup code is left.'],
    [0, 'No backup codes are left.'],
  ])('shows how many codes are left: %j', async (backupCodesRemaining, sentence) => {
    await renderOverview(overview, { status: { enabled: true, backupCodesRemaining } });
    const link = await screen.findByRole('link', { name: 'Account Settings' });
    expect(link.closest('output')?.textContent).toContain(sentence);
  });

  it.each([
    ['there are enough', { enabled: true, backupCodesRemaining: 4 }],
    ['the server does not report it', { enabled: true }],
    ['the server has no such endpoint', new Response(null, { status: 404 })],
    ['the server has not implemented it', new Response(null, { status: 501 })],
    ['the server fails', new Response(null, { status: 503 })],
    ['there are too many requests', new Response(null, { status: 429 })],
    ['the server rejects the request', new Response(null, { status: 405 })],
  ])('is hidden if %s', async (_, status) => {
    const { calls, notices } = await renderOverview(overview, { status });
    await screen.findByText('$12,345.67');
    await waitFor(() => expect(calls).toContain(STATUS));
    expect(screen.queryByRole('link', { name: 'Account Settings' })).toBeNull();
    expect(notices).not.toHaveBeenCalled();
  });
});
