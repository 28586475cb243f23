/**
 * `flaky` tests passed only on a retry. They also count as passed.
 * @typedef {{ passed: number, failed: number, skipped: number, flaky: number }} Totals
 */

/** @type {Totals} */
const NONE = { passed: 0, failed: 0, skipped: 0, flaky: 0 };

/**
 * Counts a runner that failed without a failed test, such as after a crash, as one failure.
 * @param {{ status: number, report: unknown, read: (report: any) => Totals }} run @returns {Totals}
 */
export function totalsOf({ status, report, read }) {
  const totals = report === undefined ? NONE : read(report);
  const isUnexplained = (status !== 0 || report === undefined) && totals.failed === 0;
  return isUnexplained ? { ...totals, failed: 1 } : totals;
}

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} report
 * @returns {Totals}
 */
export function readVitestReport(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: 0,
  };
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 * @returns {Totals}
 */
export function readPlaywrightReport({ stats }) {
  const { expected, unexpected, skipped, flaky } = stats;
  return { passed: expected + flaky, failed: unexpected, skipped, flaky };
}

/** @param {readonly Totals[]} all @returns {Totals} */
export function sum(all) {
  return all.reduce(
    (total, { passed, failed, skipped, flaky }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
      flaky: total.flaky + flaky,
    }),
    NONE,
  );
}

/** @param {Totals} totals */
export function closingLines({ passed, failed, skipped, flaky }) {
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return flaky > 0 ? [`${flaky} flaky: passed only on a retry`, line] : [line];
}
