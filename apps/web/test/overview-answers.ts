import type { Overview, Series, SeriesPeriod } from '@halyard/contract/overview';

export const OVERVIEW_ANSWER: Overview = {
  revenue: { totalUsd: '12,345.67' },
  orders: { total: 2_000, paid: 1_500, pending: 300, expired: 150, cancelled: 50 },
  platform: { activeUsers: 1_234, activeMerchants: 56 },
  recentActivity: { last24Hours: 12, last7Days: 70, last30Days: 450 },
};

const NOTHING = { revenueUsd: '0', paidOrders: 0, newUsers: 0, newMerchants: 0 };

/** Two days. The second has just begun. */
export function daySeries(
  period: Partial<SeriesPeriod> = {},
  before: Partial<SeriesPeriod> | null = {},
): Series {
  return {
    range: '30d',
    step: 'day',
    points: [
      {
        start: '2026-02-28',
        revenueUsd: '1234.565',
        paidOrders: 4,
        newUsers: 3,
        newMerchants: 0,
        auditEntries: 40,
      },
      { start: '2026-03-01', revenueUsd: '0', paidOrders: 0, newUsers: 2, newMerchants: 1, auditEntries: 20 },
    ],
    period: {
      from: '2026-02-28',
      to: '2026-03-01',
      revenueUsd: '1234.565',
      paidOrders: 4,
      newUsers: 5,
      newMerchants: 1,
      ...period,
    },
    before: before && { from: '2026-02-26', to: '2026-02-27', ...NOTHING, ...before },
  };
}

/** A single month without data. */
export const EMPTY_SERIES: Series = {
  range: 'all',
  step: 'month',
  points: [{ start: '2026-03-01', ...NOTHING, auditEntries: 0 }],
  period: { from: '2026-03-01', to: '2026-03-01', ...NOTHING },
  before: null,
};
