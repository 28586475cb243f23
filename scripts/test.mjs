import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bootstrap, main } from './bootstrap.mjs';
import { ensureBrowser } from './browser.mjs';
import { packageBinary } from './package-binary.mjs';
import { REPOSITORY } from './repository.mjs';
import {
  failuresInPlaywright,
  failuresInVitest,
  failuresOutsideOfTests,
  failureText,
} from './test-failures.mjs';
import { closingLines, readPlaywrightReport, readVitestReport, sum, totalsOf } from './test-totals.mjs';
import { ensureWebBuild } from './web-build.mjs';

/** `npm test`: runs all tests and ends with one line of totals. */
await main(async () => {
  const { node, env } = await bootstrap();
  const browser = ensureBrowser(env);
  await ensureWebBuild(env);
  const testEnv = browser === undefined ? env : { ...env, CHROMIUM_PATH: browser };

  const reports = mkdtempSync(path.join(tmpdir(), 'halyard-reports-'));
  try {
    const unhandledErrors = path.join(reports, 'unhandled-errors.json');
    const unitEnv = { ...testEnv, UNHANDLED_ERRORS_FILE: unhandledErrors };
    const unit = run(node, unitEnv, path.join(reports, 'vitest.json'), (report) => [
      packageBinary('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--reporter=${path.join(REPOSITORY, 'scripts', 'unhandled-errors.mjs')}`,
      `--outputFile.json=${report}`,
    ]);
    const totals = totalsOf({ ...unit, read: readVitestReport });
    const report = path.join(reports, 'playwright.json');
    const browserEnv = { ...testEnv, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    const e2e = run(node, browserEnv, report, () => [
      packageBinary('@playwright/test', 'playwright'),
      'test',
      `--config=${path.join(REPOSITORY, 'e2e', 'playwright.config.ts')}`,
      '--reporter=list,json',
    ]);
    const total = sum([totals, totalsOf({ ...e2e, read: readPlaywrightReport })]);
    // Repeat the failures at the end, where people look first.
    const failures = [
      ...(unit.report === undefined ? [] : failuresInVitest(unit.report)),
      ...failuresOutsideOfTests(readJson(unhandledErrors) ?? []),
      ...(e2e.report === undefined ? [] : failuresInPlaywright(e2e.report)),
    ];
    for (const failure of failures) process.stdout.write(`${failureText(failure)}\n`);
    for (const line of closingLines(total)) process.stdout.write(`${line}\n`);
    return total.failed === 0 ? 0 : 1;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
});

/**
 * @param {string} node @param {NodeJS.ProcessEnv} env
 * @param {string} report @param {(report: string) => string[]} command
 */
function run(node, env, report, command) {
  const { status } = spawnSync(node, command(report), {
    cwd: REPOSITORY,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return {
    status: status ?? 1,
    report: readJson(report),
  };
}

/** @param {string} file */
function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
