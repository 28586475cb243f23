import type { Overview } from '@halyard/contract/overview';
import type { OverviewFigures } from './overview-service.ts';

export function presentOverview({ revenueUsd, orders, platform, recentActivity }: OverviewFigures): Overview {
  const { paid, pending, expired, cancelled } = orders;
  return {
    revenue: { totalUsd: separateThousands(revenueUsd) },
    orders: { total: paid + pending + expired + cancelled, paid, pending, expired, cancelled },
    platform: { activeUsers: platform.users, activeMerchants: platform.merchants },
    recentActivity: { ...recentActivity },
  };
}

/** Formats `12345.67` as `12,345.67`. Works on text to keep every digit. */
function separateThousands(decimal: string): string {
  return decimal.replace(/\d(?=(\d{3})+\.)/g, '$&,');
}
