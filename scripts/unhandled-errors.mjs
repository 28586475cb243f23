import { writeFileSync } from 'node:fs';

/** Vitest reporter that writes errors outside of tests to `UNHANDLED_ERRORS_FILE`. The JSON reporter omits them. */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter from the default export
export default class UnhandledErrors {
  /** @param {unknown} _modules @param {readonly import('./test-failures.mjs').UnhandledError[]} errors */
  onTestRunEnd(_modules, errors) {
    const file = process.env['UNHANDLED_ERRORS_FILE'];
    if (file !== undefined) {
      writeFileSync(file, JSON.stringify(errors));
    }
  }
}
