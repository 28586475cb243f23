import { ORDER_STATUSES } from '@halyard/contract/orders';
import type { Overview } from '@halyard/contract/overview';
import { countIn, fieldsOf, identifierIn, isRecord } from '../../shared/api/answer-fields.ts';

/** Counts that are null if the response lacks them. */
type Counts<Of extends string> = Readonly<Record<Of, number | null>>;

export interface ParsedOverview {
  readonly revenue: Overview['revenue'];
  readonly orders: Counts<keyof Overview['orders']>;
  readonly platform: Counts<keyof Overview['platform']>;
  readonly recentActivity: Counts<keyof Overview['recentActivity']>;
}

/** Whether a response is an overview. Only the revenue and the groups of counts are required. */
export function isOverview(body: unknown): boolean {
  const { revenue, orders, platform, recentActivity } = fieldsOf<Overview>(body);
  return (
    identifierIn(fieldsOf<Overview['revenue']>(revenue).totalUsd) !== null &&
    [orders, platform, recentActivity].every(isRecord)
  );
}

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
  // The type of `fromEntries` cannot express that every name now has an entry.
  return Object.fromEntries(names.map((name) => [name, countIn(fields[name])])) as Counts<Of>;
}
