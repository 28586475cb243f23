/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Totals
 */

/**
 * The totals of one runner. One that failed without a failed test (it crashed, a file did not load, its
 * report is missing) counts as one failure.
 * @param {{ status: number, report: unknown, read: (report: any) => Totals }} run
 * @returns {Totals}
 */
export function totalsOf({ status, report, read }) {
  const totals = report === undefined ? { passed: 0, failed: 0, skipped: 0 } : read(report);
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
  };
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 * @returns {Totals}
 */
export function readPlaywrightReport({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/**
 * @param {readonly Totals[]} all
 * @returns {Totals}
 */
export function sum(all) {
  return all.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** @param {Totals} totals */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
