import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';

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

export const seriesPeriod = z.object({ from: z.iso.date(), to: z.iso.date(), ...seriesFigures });
export type SeriesPeriod = z.infer<typeof seriesPeriod>;

export const seriesPoint = z.object({
  start: z.iso.date().describe('First day in UTC.'),
  ...seriesFigures,
  auditEntries: count.describe('Stored audit entries.'),
});
export type SeriesPoint = z.infer<typeof seriesPoint>;

export const series = z.object({
  range: z.enum(SERIES_RANGES),
  step: z.enum(['day', 'month']).describe('Time span of each point.'),
  points: z
    .array(seriesPoint)
    .describe(
      'Oldest first, including empty points. The last is still open. `all` has at most 240 points: the first ' +
        'includes everything older, and the last everything dated in the future.',
    ),
  period: seriesPeriod.describe('Sum of all points, from the first to the last day inclusive.'),
  before: seriesPeriod
    .nullable()
    .describe(
      'The previous 30 days, or the same days a year earlier. Null for `all`, or if the records start later.',
    ),
});
export type Series = z.infer<typeof series>;

export const readSeries = endpoint({
  name: 'readSeries',
  method: 'GET',
  path: `${ADMIN_API}/analytics/series`,
  summary: 'Returns the figures of the system overview over time.',
  access: ACCESS_ADMINISTRATOR,
  query: z.object({ range: z.enum(SERIES_RANGES).default('30d') }),
  answer: series,
});
