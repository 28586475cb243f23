import { ORDER_STATUSES } from '@halyard/contract/orders';
import type { Overview } from '@halyard/contract/overview';
import { countIn, fieldsOf, identifierIn, isRecord } from '../../shared/api/answer-fields.ts';

/** Null if the response has no such count. */
type Counts<Of extends string> = Readonly<Record<Of, number | null>>;

/** The figures of the overview that a response contains. */
export interface ParsedOverview {
  readonly revenue: Overview['revenue'];
  readonly orders: Counts<keyof Overview['orders']>;
  readonly platform: Counts<keyof Overview['platform']>;
  readonly recentActivity: Counts<keyof Overview['recentActivity']>;
}

/** Whether a response body is an overview. Only the revenue and the groups of counts are required. */
export function isOverview(body: unknown): boolean {
  const { revenue, orders, platform, recentActivity } = fieldsOf<Overview>(body);
  return (
    identifierIn(fieldsOf<Overview['revenue']>(revenue).totalUsd) !== null &&
    [orders, platform, recentActivity].every(isRecord)
  );
}

/** Reads the overview from a response in which all counts may be missing. */
export function parseOverview(body: unknown): ParsedOverview {
  const { revenue, orders, platform, recentActivity } = fieldsOf<Overview>(body);
  return {
    revenue: { totalUsd: identifierIn(fieldsOf<Overview['revenue']>(revenue).totalUsd) ?? '' },
    orders: parseCounts(orders, ['total', ...ORDER_STATUSES]),
    platform: parseCounts(platform, ['activeUsers', 'activeMerchants']),
    recentActivity: parseCounts(recentActivity, ['last24Hours', 'last7Days', 'last30Days']),
  };
}

function parseCounts<Of extends string>(part: unknown, names: readonly Of[]): Counts<Of> {
  const fields = fieldsOf(part);
  // Every name has an entry now, which `fromEntries` cannot express.
  return Object.fromEntries(names.map((name) => [name, countIn(fields[name])])) as Counts<Of>;
}
