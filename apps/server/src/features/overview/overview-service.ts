import type { Database } from '../../infra/db/database.ts';
import {
  type AuditCounts,
  type OrderCounts,
  type PlatformCounts,
  type Revenue,
  readAuditCounts,
  readOrderCounts,
  readPlatformCounts,
  readRevenue,
} from './overview-queries.ts';

export interface OverviewFigures {
  readonly revenue: Revenue;
  readonly orders: OrderCounts;
  readonly platform: PlatformCounts;
  readonly recentActivity: AuditCounts;
}

export interface OverviewService {
  /** The figures of this moment, from the totals that are kept as rows are written. */
  readonly read: () => Promise<OverviewFigures>;
}

export function createOverviewService(parts: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}): OverviewService {
  const { database, now } = parts;
  return {
    read: async () => {
      const at = new Date(now());
      const [revenue, orders, platform, recentActivity] = await Promise.all([
        readRevenue(database.reader, at),
        readOrderCounts(database.reader),
        readPlatformCounts(database.reader),
        readAuditCounts(database.reader, at),
      ]);
      return { revenue, orders, platform, recentActivity };
    },
  };
}
