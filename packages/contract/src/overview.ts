import { z } from 'zod';
import { ADMIN_API } from './constants.ts';
import { ACCESS_ADMINISTRATOR, endpoint } from './endpoint.ts';

const count = z.int().min(0);

export const overview = z.object({
  revenue: z.object({
    totalUsd: z.string().describe('Service fees of paid mainnet orders, `12,345.67`.'),
    monthly: z
      .array(
        z.object({
          month: z.string().describe('`2026-01`, in UTC.'),
          usd: z.string().describe('`12345.67`'),
        }),
      )
      .optional()
      .describe('The last 24 months, oldest first, those without revenue included.'),
  }),
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
