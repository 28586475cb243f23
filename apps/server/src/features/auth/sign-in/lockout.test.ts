import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ACCOUNT_RULE,
  ADDRESS_RULE,
  CODE_RULE,
  countFailure,
  type FailureCount,
  isLocked,
} from './lockout.ts';

const START = new Date('2026-03-01T12:00:00Z');
const after = (seconds: number) => new Date(START.getTime() + seconds * 1_000);

describe.each([
  ['per address', ADDRESS_RULE],
  ['per account', ACCOUNT_RULE],
  ['for codes', CODE_RULE],
])('countFailure %s', (_name, rule) => {
  // @spec D.26
  it('never locks longer than the longest wait of the rule', () => {
    const longest = Math.max(...rule.waitsSeconds);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 200 }), (pauses) => {
        let seconds = 0;
        let count: FailureCount | undefined;
        for (const pause of pauses) {
          seconds += pause;
          const now = after(seconds);
          if (isLocked(count, now)) continue;
          count = countFailure(count, rule, now);
          if (count.lockedUntil === null) continue;
          expect(isLocked(count, after(seconds + longest))).toBe(false);
        }
      }),
    );
  });

  it('locks after the maximum number of failures in one window', () => {
    let count: FailureCount | undefined;
    for (let failure = 1; failure < rule.failuresMax; failure++) {
      count = countFailure(count, rule, after(failure));
      expect(isLocked(count, after(failure))).toBe(false);
    }
    count = countFailure(count, rule, after(rule.failuresMax));
    expect(isLocked(count, after(rule.failuresMax))).toBe(true);
    expect(isLocked(count, after(rule.failuresMax + rule.waitsSeconds[0] - 1))).toBe(true);
    expect(isLocked(count, after(rule.failuresMax + rule.waitsSeconds[0]))).toBe(false);
  });

  it('ignores failures older than its window', () => {
    let count: FailureCount | undefined;
    for (let failure = 1; failure < rule.failuresMax; failure++) count = countFailure(count, rule, START);
    count = countFailure(count, rule, after(rule.windowSeconds));
    expect(isLocked(count, after(rule.windowSeconds))).toBe(false);
  });
});
