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
  summary: 'The figures of the system overview.',
  access: ACCESS_ADMINISTRATOR,
  answer: overview,
});

/** `30d` is days, today the last of them; the others are months, this one the last. All in UTC. */
export const SERIES_RANGES = ['30d', '12m', 'all'] as const;
export type SeriesRange = (typeof SERIES_RANGES)[number];

const seriesFigures = {
  revenueUsd: z
    .string()
    .describe('Service fees of mainnet orders by payment, exact and unrounded: `12345.675`.'),
  paidOrders: count.describe('Mainnet orders by payment.'),
  newUsers: count.describe('By creation, whatever has become of them.'),
  newMerchants: count.describe('By creation, whatever has become of them.'),
};

export const seriesPeriod = z.object({ from: z.iso.date(), to: z.iso.date(), ...seriesFigures });
export type SeriesPeriod = z.infer<typeof seriesPeriod>;

export const seriesPoint = z.object({
  start: z.iso.date().describe('The first day of it, in UTC.'),
  ...seriesFigures,
  auditEntries: count.describe('Entries of the audit log, as far back as it is kept.'),
});
export type SeriesPoint = z.infer<typeof seriesPoint>;

export const series = z.object({
  range: z.enum(SERIES_RANGES),
  step: z.enum(['day', 'month']).describe('How much time a point stands for.'),
  points: z
    .array(seriesPoint)
    .describe(
      'Oldest first, those of nothing included; the last has not ended yet. `all` has at most 240: its first then ' +
        'holds what is older, as its last holds what is dated later.',
    ),
  period: seriesPeriod.describe('All points together, both days included.'),
  before: seriesPeriod
    .nullable()
    .describe(
      'What the period is compared with: the 30 days before it, or the same days a year earlier. Null for `all`, and ' +
        'where the records do not reach back to the beginning of it.',
    ),
});
export type Series = z.infer<typeof series>;

export const readSeries = endpoint({
  name: 'readSeries',
  method: 'GET',
  path: `${ADMIN_API}/analytics/series`,
  summary: 'The figures of the system overview over time.',
  access: ACCESS_ADMINISTRATOR,
  query: z.object({ range: z.enum(SERIES_RANGES).default('30d') }),
  answer: series,
});
