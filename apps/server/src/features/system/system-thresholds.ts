import { CLOCK_NOT_READY_ABOVE_MS, CLOCK_WARNED_ABOVE_MS } from '../../infra/clock-offset.ts';

/** From which values on a check of the System screen is not `ok`. `FEED_SILENT_MINUTES` is the feed's. */
export const SYSTEM_THRESHOLDS = {
  /** A chain node or price source without an answer for longer failed. */
  sourceAgeSeconds: 30 * 60,
  mailWaitingSeconds: 15 * 60,
  /** Seals are kept each hour. */
  sealAgeSeconds: 2 * 60 * 60,
  /** Entries are linked within a second. As in the alert HalyardAuditEntriesWait. */
  auditWaitingSeconds: 5 * 60,
  verificationAgeDays: 31,
  clockWarningMs: CLOCK_WARNED_ABOVE_MS,
  clockFailureMs: CLOCK_NOT_READY_ABOVE_MS,
} as const;
