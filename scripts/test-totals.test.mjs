import { describe, expect, it } from 'vitest';
import { closingLines, readPlaywrightReport, readVitestReport, sum, totalsOf } from './test-totals.mjs';

const unit = { numPassedTests: 40, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1 };

describe('test totals', () => {
  // @spec O.8
  it('adds up the totals of all runners', () => {
    const total = sum([
      totalsOf({ status: 0, report: unit, read: readVitestReport }),
      totalsOf({
        status: 1,
        report: { stats: { expected: 5, unexpected: 2, flaky: 1, skipped: 0 } },
        read: readPlaywrightReport,
      }),
    ]);
    expect(closingLines(total)).toEqual([
      '1 flaky: passed only on a retry',
      '46 passed, 2 failed, 3 skipped',
    ]);
  });

  // @spec O.8
  it('omits skipped tests if there are none', () => {
    expect(closingLines({ passed: 3, failed: 0, skipped: 0, flaky: 0 })).toEqual(['3 passed, 0 failed']);
  });

  it('counts a crashed runner or a missing report as one failure', () => {
    expect(totalsOf({ status: 1, report: unit, read: readVitestReport }).failed).toBe(1);
    expect(totalsOf({ status: 0, report: undefined, read: readVitestReport }).failed).toBe(1);
  });
});
