import type { Overview, Revenue } from '@halyard/contract/overview';
import { refusal } from '../answers.ts';
import { revenueOf } from '../friendly/friendly-revenue.ts';
import { flatSeries } from '../friendly/friendly-series.ts';
import type { ScriptedAnswer } from '../script.ts';
import { FAILURE, NEVER, type Scene, showsHeading, showsText } from './scene.ts';

const OVERVIEW = 'GET /analytics/overview';
const SERIES = 'GET /analytics/series';

const NOTHING_YET: Overview = {
  revenue: { totalUsd: '0.00' },
  orders: { total: 0, paid: 0, pending: 0, expired: 0, cancelled: 0 },
  platform: { activeUsers: 0, activeMerchants: 0 },
  recentActivity: { last24Hours: 0, last7Days: 0, last30Days: 0 },
};
const FIRST_DAY: Overview = {
  revenue: { totalUsd: '31.50' },
  orders: { total: 4, paid: 2, pending: 1, expired: 1, cancelled: 0 },
  platform: { activeUsers: 3, activeMerchants: 2 },
  recentActivity: { last24Hours: 17, last7Days: 17, last30Days: 17 },
};
const HUGE: Overview = {
  revenue: { totalUsd: '98,765,432,109,876.54' },
  orders: {
    total: 9_876_543_210,
    paid: 9_876_540_000,
    pending: 3_000,
    expired: 200,
    cancelled: 10,
  },
  platform: { activeUsers: 123_456_789, activeMerchants: 98_765_432 },
  recentActivity: { last24Hours: 12_345_678, last7Days: 123_456_789, last30Days: 1_234_567_890 },
};

const firstDay = flatSeries(
  'all',
  {
    revenueUsd: '31.5',
    paidOrders: 2,
    newUsers: 3,
    newMerchants: 2,
    auditEntries: 17,
  },
  1,
);
const hugeFigures = {
  revenueUsd: '9876543210987.654321',
  paidOrders: 987_654_321,
  newUsers: 12_345_678,
  newMerchants: 9_876_543,
  auditEntries: 123_456_789,
};
const huge = flatSeries('30d', hugeFigures);

const REVENUE = 'GET /analytics/revenue';
const config = { screens: ['revenue', 'orders', 'merchant', 'user-status', 'created-days', 'audit-filters'] };
const NO_REVENUE: Revenue = {
  from: '2026-11-01',
  to: '2026-11-17',
  revenueUsd: '0',
  orders: 0,
  previous: null,
  byNetwork: [],
  byCurrency: [],
  topMerchants: [],
};
const answering = (overview: Overview, series: ScriptedAnswer) => ({
  [OVERVIEW]: { body: overview },
  [SERIES]: series,
});

export const DASHBOARD_SCENES: readonly Scene[] = [
  { name: 'dashboard', path: '/dashboard', act: showsText('$1,284,905.37') },
  { name: 'dashboard-12-months', path: '/dashboard?range=12m', act: showsText('in the last 12 months') },
  { name: 'dashboard-all', path: '/dashboard?range=all', act: showsText('No earlier data') },
  {
    name: 'dashboard-as-table',
    path: '/dashboard',
    act: (page) => page.getByRole('button', { name: 'Show as table' }).click(),
  },
  {
    name: 'dashboard-linked-table',
    path: '/dashboard?range=12m',
    config,
    act: async (page) => {
      await page.getByRole('button', { name: 'Show as table' }).click();
      await page
        .getByRole('link', { name: /paid orders, Nov 2026/ })
        .last()
        .hover();
    },
  },
  {
    name: 'dashboard-loading',
    path: '/dashboard',
    answers: { [OVERVIEW]: NEVER },
    act: showsHeading('Dashboard'),
  },
  {
    name: 'dashboard-failed',
    path: '/dashboard',
    answers: { [OVERVIEW]: FAILURE },
    act: showsText('Failed to load dashboard'),
  },
  {
    name: 'dashboard-without-series',
    path: '/dashboard',
    answers: { [SERIES]: refusal(404, 'not_found') },
    act: showsText('$1,284,905.37'),
  },
  {
    name: 'dashboard-series-waited-for',
    path: '/dashboard',
    answers: { [SERIES]: NEVER },
    act: showsText('$1,284,905.37'),
  },
  {
    name: 'dashboard-series-failed',
    path: '/dashboard',
    answers: { [SERIES]: FAILURE },
    act: showsText("Couldn't load the trend"),
  },
  {
    name: 'dashboard-nothing-yet',
    path: '/dashboard',
    answers: answering(NOTHING_YET, { body: flatSeries('30d', {}) }),
    act: showsText('No service fees in the last 30 days.'),
  },
  {
    name: 'dashboard-first-day',
    path: '/dashboard?range=all',
    answers: answering(FIRST_DAY, { body: firstDay }),
    act: showsText('$31.50'),
  },
  {
    name: 'dashboard-getting-started',
    path: '/dashboard',
    config: { screens: ['getting-started'], sampleData: true },
    answers: {
      'GET /getting-started': {
        body: {
          secondAdministrator: false,
          serviceKey: false,
          firstBatch: false,
          mail: true,
          backupCodes: false,
        },
      },
    },
    act: showsText('4 steps left'),
  },
  {
    name: 'dashboard-revenue',
    path: '/dashboard',
    config,
    act: showsText('more than in the 30 days before'),
  },
  {
    name: 'dashboard-revenue-this-month',
    path: '/dashboard?period=month',
    config,
    act: showsText('more than in the same days of last month'),
  },
  {
    name: 'dashboard-revenue-custom',
    path: '/dashboard?range=12m&period=custom&from=2026-01-01&to=2026-02-28',
    config,
    act: showsText('more than in the 59 days before'),
  },
  {
    name: 'dashboard-revenue-wrong-days',
    path: '/dashboard?period=custom&from=2026-02-28&to=2026-02-01',
    config,
    act: showsText('Enter the first day or a later one'),
  },
  {
    name: 'dashboard-revenue-loading',
    path: '/dashboard',
    config,
    answers: { [REVENUE]: NEVER },
    act: showsText('Revenue breakdown'),
  },
  {
    name: 'dashboard-revenue-failed',
    path: '/dashboard',
    config,
    answers: { [REVENUE]: FAILURE },
    act: showsText("Couldn't load the revenue breakdown"),
  },
  {
    name: 'dashboard-revenue-nothing-yet',
    path: '/dashboard?range=all',
    config,
    answers: { [REVENUE]: { body: NO_REVENUE } },
    act: showsText('No paid orders in this period'),
  },
  {
    name: 'dashboard-revenue-huge',
    path: '/dashboard',
    config,
    answers: { [REVENUE]: { body: revenueOf('1970-01-01', '2026-11-17', 9_876_543_210) } },
    act: showsText('By network'),
  },
  {
    name: 'dashboard-huge',
    path: '/dashboard',
    answers: answering(HUGE, {
      body: { ...huge, before: { ...huge.period, revenueUsd: '98765432109876.54', newUsers: 1 } },
    }),
    act: showsText('$98,765,432,109,876.54'),
  },
];
