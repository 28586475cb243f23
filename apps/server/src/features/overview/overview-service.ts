import type { AuditInbox } from '../../infra/audit/inbox/audit-inbox.ts';
import { countAudit } from '../../infra/audit/search/search-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import {
  type OrderCounts,
  type PlatformCounts,
  readOrderCounts,
  readPlatformCounts,
  readRevenue,
} from './overview-queries.ts';

export interface AuditCounts {
  readonly last24Hours: number;
  readonly last7Days: number;
  readonly last30Days: number;
}

export interface OverviewFigures {
  readonly revenueUsd: string;
  readonly orders: OrderCounts;
  readonly platform: PlatformCounts;
  readonly recentActivity: AuditCounts;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface OverviewService {
  /** Reads totals that triggers keep up to date. */
  readonly read: () => Promise<OverviewFigures>;
}

interface OverviewParts {
  readonly database: Database;
  readonly auditInbox: Pick<AuditInbox, 'catchUp'>;
  readonly now: () => number;
}

export function createOverviewService(parts: OverviewParts): OverviewService {
  const { database, now } = parts;
  return {
    read: async () => {
      const at = new Date(now());
      const [revenueUsd, orders, platform, recentActivity] = await Promise.all([
        readRevenue(database.reader),
        readOrderCounts(database.reader),
        readPlatformCounts(database.reader),
        readAuditCounts(parts, at),
      ]);
      return { revenueUsd, orders, platform, recentActivity };
    },
  };
}

async function readAuditCounts({ database, auditInbox }: OverviewParts, at: Date): Promise<AuditCounts> {
  await auditInbox.catchUp();
  const since = async (days: number) =>
    await countAudit(database, { from: new Date(at.getTime() - days * DAY_MS) });
  const [last24Hours, last7Days, last30Days] = await Promise.all([since(1), since(7), since(30)]);
  return { last24Hours, last7Days, last30Days };
}
