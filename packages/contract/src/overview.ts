import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';
import { dayInput, uuid } from './fields.ts';
import { NETWORKS } from './networks.ts';

const count = z.int().min(0);

export const overview = z.object({
  revenue: z.object({ totalUsd: z.string().describe('Service fees of paid mainnet orders, `12,345.67`.') }),
  orders: z.object({ total: count, paid: count, pending: count, expired: count, cancelled: count }),
  platform: z.object({ activeUsers: count, activeMerchants: count }),
  recentActivity: z.object({ last24Hours: count, last7Days: count, last30Days: count }),
});
export type Overview = z.infer<typeof overview>;

export const readOverview = endpoint({
  name: 'readOverview',
  method: 'GET',
  path: `${ADMIN_API}/analytics/overview`,
  summary: 'Returns the figures of the system overview.',
  access: ACCESS_ADMINISTRATOR,
  answer: overview,
});

/** `30d` has days up to today, the others have months up to the current one. All in UTC. */
export const SERIES_RANGES = ['30d', '12m', 'all'] as const;
export type SeriesRange = (typeof SERIES_RANGES)[number];

const seriesFigures = {
  revenueUsd: z.string().describe('Service fees of mainnet orders by payment time, unrounded: `12345.675`.'),
  paidOrders: count.describe('Mainnet orders by payment time.'),
  newUsers: count.describe('By creation time, including blocked and deleted ones.'),
  newMerchants: count.describe('By creation time, including blocked and deleted ones.'),
};

/** Longest range from a chosen day to another, about ten years. */
export const REVENUE_DAYS_MAX = 3_660;
const DAY_MS = 24 * 60 * 60_000;

/** A range, or two days. */
function rangeOrDays<const Range extends string>(ranges: readonly Range[]) {
  return z
    .object({
      range: z.enum(ranges).optional().describe('Default: `30d`, unless two days are given.'),
      from: dayInput.optional().describe('First day in UTC.'),
      to: z.iso
        .date()
        .optional()
        .describe(`Last day in UTC, up to today. At most ${REVENUE_DAYS_MAX} days in total.`),
    })
    .refine(({ range, from, to }) => range === undefined || (from ?? to) === undefined, {
      path: ['range'],
      error: 'Expected either a range or two days',
    })
    .refine(({ from, to }) => from !== undefined || to === undefined, { path: ['from'], error: 'Required' })
    .refine(({ from, to }) => from === undefined || to !== undefined, { path: ['to'], error: 'Required' })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      error: 'Expected the first day or a later one',
    })
    .refine(({ from = '', to = '' }) => !(Date.parse(to) - Date.parse(from) >= REVENUE_DAYS_MAX * DAY_MS), {
      path: ['to'],
      error: `Expected at most ${REVENUE_DAYS_MAX} days`,
    });
}

export const seriesPeriod = z.object({ from: z.iso.date(), to: z.iso.date(), ...seriesFigures });
export type SeriesPeriod = z.infer<typeof seriesPeriod>;

export const seriesPoint = z.object({
  start: z.iso.date().describe('First day in UTC.'),
  ...seriesFigures,
  auditEntries: count.describe('Stored audit entries.'),
});
export type SeriesPoint = z.infer<typeof seriesPoint>;

export const series = z.object({
  range: z.enum(SERIES_RANGES).optional().describe('Missing if two days are given.'),
  step: z
    .enum(['day', 'month'])
    .describe('Time span of each point. Two days have months if they are more than 92 days apart.'),
  points: z
    .array(seriesPoint)
    .describe(
      'Oldest first, including empty points. The last is still open unless it ends before today. `all` has at most 240 points: the first ' +
        'includes everything older, and the last everything dated in the future.',
    ),
  period: seriesPeriod.describe('Sum of all points, from the first to the last day inclusive.'),
  before: seriesPeriod
    .nullable()
    .describe(
      'As many days before the first one. For `12m` the same days a year earlier. Null for `all`, or if the records ' +
        'start later.',
    ),
});
export type Series = z.infer<typeof series>;

export const readSeries = endpoint({
  name: 'readSeries',
  method: 'GET',
  path: `${ADMIN_API}/analytics/series`,
  summary: 'Returns the figures of the system overview over time.',
  access: ACCESS_ADMINISTRATOR,
  query: rangeOrDays(SERIES_RANGES),
  answer: series,
});

/** The ranges of the series, and the current month up to today. */
export const REVENUE_RANGES = [...SERIES_RANGES, 'month'] as const;
export type RevenueRange = (typeof REVENUE_RANGES)[number];

const usd = z.string().describe('USD, unrounded: `12345.675`.');

export const revenue = z.object({
  from: z.iso.date().describe('First day in UTC.'),
  to: z.iso.date().describe('Last day in UTC.'),
  revenueUsd: usd.describe('Service fees of mainnet orders by payment time, unrounded, as in the series.'),
  orders: count.describe('Mainnet orders by payment time.'),
  previous: z
    .object({ from: z.iso.date(), to: z.iso.date(), revenueUsd: usd, orders: count })
    .nullable()
    .describe(
      'As many days before the first one. For `12m` the same days a year earlier, for `month` the same days of the ' +
        'month before. Null for `all`, or if the records start later.',
    ),
  byNetwork: z
    .array(z.object({ network: z.enum(NETWORKS), revenueUsd: usd, orders: count }))
    .describe('Highest revenue first.'),
  byCurrency: z
    .array(z.object({ currency: z.string(), revenueUsd: usd, orders: count }))
    .describe('Highest revenue first.'),
  topMerchants: z
    .array(
      z.object({
        uuid,
        name: z.string(),
        revenueUsd: usd,
        previousRevenueUsd: usd.nullable().describe('Null without a previous period.'),
        orders: count,
      }),
    )
    .describe('At most ten with revenue, highest first.'),
});
export type Revenue = z.infer<typeof revenue>;

export const readRevenue = endpoint({
  name: 'readRevenue',
  method: 'GET',
  path: `${ADMIN_API}/analytics/revenue`,
  summary: 'Returns the revenue of a range by network and currency, and the merchants with the most.',
  access: ACCESS_ADMINISTRATOR,
  query: rangeOrDays(REVENUE_RANGES),
  answer: revenue,
});
