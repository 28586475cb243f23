import { ORDER_STATUSES } from '@halyard/contract/orders';
import type { Overview } from '@halyard/contract/overview';
import { countIn, fieldsOf, identifierIn, isRecord } from '../../shared/api/answer-fields.ts';

/** Null where the answer did not say. */
type Counts<Of extends string> = Readonly<Record<Of, number | null>>;

/** The figures of the overview as far as an answer holds them. */
export interface ReadOverview {
  readonly revenue: Overview['revenue'];
  readonly orders: Counts<keyof Overview['orders']>;
  readonly platform: Counts<keyof Overview['platform']>;
  readonly recentActivity: Counts<keyof Overview['recentActivity']>;
}

/** Whether there is an overview in an answer: what cannot be done without are the revenue and the parts of the rest. */
export function isOverview(body: unknown): boolean {
  const { revenue, orders, platform, recentActivity } = fieldsOf(body);
  return (
    identifierIn(fieldsOf(revenue)['totalUsd']) !== null && [orders, platform, recentActivity].every(isRecord)
  );
}

/** Reads the overview from an answer in which every figure but {@link isOverview}'s may be missing. */
export function overviewIn(body: unknown): ReadOverview {
  const { revenue, orders, platform, recentActivity } = fieldsOf(body);
  return {
    revenue: { totalUsd: identifierIn(fieldsOf(revenue)['totalUsd']) ?? '' },
    orders: countsIn(orders, ['total', ...ORDER_STATUSES]),
    platform: countsIn(platform, ['activeUsers', 'activeMerchants']),
    recentActivity: countsIn(recentActivity, ['last24Hours', 'last7Days', 'last30Days']),
  };
}

function countsIn<Of extends string>(part: unknown, names: readonly Of[]): Counts<Of> {
  const fields = fieldsOf(part);
  // The parse boundary: every name is there now.
  return Object.fromEntries(names.map((name) => [name, countIn(fields[name])])) as Counts<Of>;
}
