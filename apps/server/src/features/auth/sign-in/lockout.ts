/** Failures and the lock that they caused, in database time. */
export interface FailureCount {
  readonly failures: number;
  readonly windowStartedAt: Date;
  /** Number of locks in a row; each lasts longer than the previous one. */
  readonly locks: number;
  readonly lockedUntil: Date | null;
}

export interface LockoutRule {
  readonly failuresMax: number;
  readonly windowSeconds: number;
  readonly waitsSeconds: readonly [number, ...number[]];
  /** Whether the count restarts after a lock; otherwise the next failure locks again. */
  readonly restartsAfterWait: boolean;
  /** A lock within this time after the previous one lasts longer. */
  readonly remembersSeconds: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export const ADDRESS_RULE: LockoutRule = {
  failuresMax: 5,
  windowSeconds: 15 * MINUTE,
  waitsSeconds: [MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE, 15 * MINUTE],
  restartsAfterWait: false,
  remembersSeconds: 15 * MINUTE,
};

export const ACCOUNT_RULE: LockoutRule = {
  failuresMax: 20,
  windowSeconds: 15 * MINUTE,
  waitsSeconds: [15 * MINUTE],
  restartsAfterWait: true,
  remembersSeconds: 0,
};

export const CODE_RULE: LockoutRule = {
  failuresMax: 10,
  windowSeconds: HOUR,
  waitsSeconds: [0.25, 0.5, 1, 2, 4, 8, 16, 24].map((hours) => hours * HOUR) as [number, ...number[]],
  restartsAfterWait: true,
  remembersSeconds: 24 * HOUR,
};

/** Duration of the lock after three wrong step-up codes in a row. */
export const STEP_UP_WAIT_SECONDS = 15 * MINUTE;

export function isLocked(count: FailureCount | undefined, now: Date): boolean {
  return count?.lockedUntil != null && count.lockedUntil > now;
}

/** Must not be called during a lock. */
export function countFailure(count: FailureCount | undefined, rule: LockoutRule, now: Date): FailureCount {
  const { failures, windowStartedAt, locks } = current(count, rule, now);
  if (failures + 1 < rule.failuresMax) {
    return { failures: failures + 1, windowStartedAt, locks, lockedUntil: count?.lockedUntil ?? null };
  }
  const wait = rule.waitsSeconds[Math.min(locks, rule.waitsSeconds.length - 1)] ?? rule.waitsSeconds[0];
  const lockedUntil = later(now, wait);
  return {
    failures: rule.restartsAfterWait ? 0 : failures + 1,
    windowStartedAt: lockedUntil,
    locks: locks + 1,
    lockedUntil,
  };
}

function current(
  count: FailureCount | undefined,
  rule: LockoutRule,
  now: Date,
): Omit<FailureCount, 'lockedUntil'> {
  const fresh = { failures: 0, windowStartedAt: now, locks: 0 };
  if (count === undefined) return fresh;
  const { lockedUntil } = count;
  const locks = lockedUntil !== null && later(lockedUntil, rule.remembersSeconds) > now ? count.locks : 0;
  if (later(count.windowStartedAt, rule.windowSeconds) <= now) return { ...fresh, locks };
  return { failures: count.failures, windowStartedAt: count.windowStartedAt, locks };
}

function later(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1_000);
}
