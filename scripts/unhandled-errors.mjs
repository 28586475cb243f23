import { writeFileSync } from 'node:fs';

/**
 * A reporter that writes down what Vitest's JSON leaves out, to the file that `UNHANDLED_ERRORS_FILE` names: errors that
 * belong to no test, and yet fail the run.
 */
// biome-ignore lint/style/noDefaultExport: where Vitest looks for a reporter
export default class UnhandledErrors {
  /**
   * @param {unknown} _modules
   * @param {readonly import('./test-failures.mjs').UnhandledError[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env['UNHANDLED_ERRORS_FILE'];
    if (file !== undefined) {
      writeFileSync(file, JSON.stringify(errors));
    }
  }
}
