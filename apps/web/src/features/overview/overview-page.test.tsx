import type { Overview } from '@halyard/contract/overview';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import '../../../test/popovers.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../test/scripted-fetch.ts';
import { OverviewPage } from './overview-page.tsx';

const OVERVIEW = 'GET /analytics/overview';
const STATUS = 'GET /auth/2fa/status';

const overview: Overview = {
  revenue: {
    totalUsd: '12,345.67',
    monthly: [
      { month: '2026-01', usd: '4000.00' },
      { month: '2026-02', usd: '8345.67' },
    ],
  },
  orders: { total: 2_000, paid: 1_500, pending: 300, expired: 150, cancelled: 50 },
  platform: { activeUsers: 1_234, activeMerchants: 56 },
  recentActivity: { last24Hours: 12, last7Days: 70, last30Days: 450 },
};

const NOTHING = { total: 0, paid: 0, pending: 0, expired: 0, cancelled: 0 };

async function renderOverview(answer: ScriptedAnswer, status: ScriptedAnswer = { enabled: true }) {
  const answers = { [OVERVIEW]: answer, [STATUS]: status };
  const network = scriptedFetch(answers);
  await renderPage(<OverviewPage />, network);
  return { answers, calls: network.calls };
}

const card = (name: string) => screen.findByRole('region', { name });

function rowsOf(table: HTMLElement): string[][] {
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.children, (cell) => cell.textContent ?? ''));
}

describe('the figures', () => {
  it('stand in cards of their own', async () => {
    await renderOverview(overview);
    await screen.findByText('$12,345.67');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard');
    expect((await card('Revenue from service fees')).textContent).toContain('$12,345.67');
    expect((await card('Total orders')).textContent).toContain('2,000');
    expect((await card('Active users')).textContent).toContain('1,234');
    expect((await card('Active merchants')).textContent).toContain('56');
    expect((await card('Recent activity')).textContent).toContain('12');
  });

  it('break the orders down by status', async () => {
    await renderOverview(overview);
    await screen.findByText('1,500');
    expect(rowsOf(screen.getByRole('table', { name: 'Order statuses' }))).toEqual([
      ['Paid', '1,500', '75.0%'],
      ['Pendingawaiting payment', '300', '15.0%'],
      ['Expiredpayment timeout', '150', '7.5%'],
      ['Cancelleduser cancelled', '50', '2.5%'],
    ]);
  });

  it('break the activity down by period, with its pace', async () => {
    await renderOverview(overview);
    await screen.findByText('450');
    expect(rowsOf(screen.getByRole('table', { name: 'Activity by period' }))).toEqual([
      ['Last 24 hours', '12', '12'],
      ['Last 7 days', '10', '70'],
      ['Last 30 days', '15', '450'],
    ]);
  });

  it('look right when there is nothing yet', async () => {
    await renderOverview({
      revenue: { totalUsd: '0.00', monthly: [{ month: '2026-01', usd: '0.00' }] },
      orders: NOTHING,
      platform: { activeUsers: 0, activeMerchants: 0 },
      recentActivity: { last24Hours: 0, last7Days: 0, last30Days: 0 },
    });
    expect(await screen.findByText('$0.00')).toBeTruthy();
    expect(screen.getByText(/^No service fees yet/)).toBeTruthy();
    expect(rowsOf(screen.getByRole('table', { name: 'Order statuses' }))[0]).toEqual(['Paid', '0', '0%']);
  });
});

describe('the revenue over time', () => {
  it('is a picture that says what it shows', async () => {
    await renderOverview(overview);
    expect(
      await screen.findByRole('img', {
        name: 'Revenue by month from Jan 2026 to Feb 2026: $4,000.00 at first, $8,345.67 at last, at most $8,345.67 in Feb 2026.',
      }),
    ).toBeTruthy();
  });

  it('is a table too', async () => {
    await renderOverview(overview);
    const toggle = await screen.findByRole('button', { name: 'Show as table' });
    await userEvent.click(toggle);
    expect(toggle.getAttribute('aria-pressed')).toBe('true');
    expect(rowsOf(screen.getByRole('table', { name: 'Revenue by month' }))).toEqual([
      ['Feb 2026', '$8,345.67'],
      ['Jan 2026', '$4,000.00'],
    ]);
  });

  it('is left out where the server does not tell it', async () => {
    await renderOverview({ ...overview, revenue: { totalUsd: '1.00' } });
    expect(await screen.findByText('$1.00')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show as table' })).toBeNull();
  });
});

it('says in a toast that it failed', async () => {
  await renderOverview(new Response(null, { status: 403 }));
  expect(await screen.findByText('Failed to load dashboard')).toBeTruthy();
});

describe('a failure', () => {
  it.each([
    [
      'of the server',
      () => Response.json({ requestId: 'r-1' }, { status: 500 }),
      /problem of its own \(500\)/,
    ],
    ['to be understood', () => new Response('<html>', { status: 200 }), /could not be understood/],
    ['of shape', () => Response.json({}), /could not be understood/],
  ])('%s gives the reason, and Retry mends it', async (_, failure, reason) => {
    const { answers } = await renderOverview(failure());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(reason);
    answers[OVERVIEW] = overview;
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('$12,345.67')).toBeTruthy();
  });
});

describe('the warning of few backup codes', () => {
  it.each([
    [3, 'Only 3 backup codes are left.'],
    [1, 'Only 1 backup code is left.'],
    [0, 'No backup codes are left.'],
  ])('comes with %j left', async (backupCodesRemaining, sentence) => {
    await renderOverview(overview, { enabled: true, backupCodesRemaining });
    const link = await screen.findByRole('link', { name: 'Account Settings' });
    expect(link.closest('output')?.textContent).toContain(sentence);
  });

  it.each([
    ['there are enough', { enabled: true, backupCodesRemaining: 4 }],
    ['the server does not tell', { enabled: true }],
    ['the server fails', new Response(null, { status: 404 })],
  ])('does not come when %s', async (_, status) => {
    const { calls } = await renderOverview(overview, status);
    await screen.findByText('$12,345.67');
    await vi.waitFor(() => expect(calls).toContain(STATUS));
    expect(screen.queryByRole('link', { name: 'Account Settings' })).toBeNull();
  });
});
