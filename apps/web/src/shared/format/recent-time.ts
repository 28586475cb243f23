const HOUR_MS = 3_600_000;

export type RecentTime = '24h' | '7d' | '30d';
export const RECENT_TIMES: readonly RecentTime[] = ['24h', '7d', '30d'];

export const RECENT_TIME_LABELS: Readonly<Record<RecentTime, string>> = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

const RECENT_MS: Readonly<Record<RecentTime, number>> = {
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
};

/** Returns when a recent time began. */
export function startOfRecent(time: RecentTime, now: Date): string {
  return new Date(now.getTime() - RECENT_MS[time]).toISOString();
}
