import path from 'node:path';
import { REPOSITORY } from './repository.mjs';

/**
 * @typedef {{ name: string, message: string }} Failure
 * @typedef {{ fullName: string, status: string, failureMessages: string[] | null }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ VITEST_TEST_PATH?: string, stack?: string, message?: string }} UnhandledError
 * @typedef {{ error?: { message?: string } }} PlaywrightTry
 * @typedef {{ title: string, file: string, line: number, tests: { status: string, results: PlaywrightTry[] }[] }} PlaywrightSpec
 * @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

const MESSAGE_LINES_MAX = 12;

/** @param {{ testResults: VitestFile[] }} report @returns {Failure[]} also for files that did not load */
export function failuresInVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(REPOSITORY, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) {
      return status === 'failed' ? [{ name: file, message }] : [];
    }
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${file} > ${fullName}`,
      message: failureMessages?.join('\n') ?? '',
    }));
  });
}

/** @param {readonly UnhandledError[]} errors @returns {Failure[]} */
export function failuresOutsideOfTests(errors) {
  return errors.map(({ VITEST_TEST_PATH: file, stack, message = '' }) => ({
    name: `${file === undefined ? '' : `${path.relative(REPOSITORY, file)} > `}outside of tests`,
    message: stack ?? message,
  }));
}

/** @param {{ suites: PlaywrightSuite[], errors: { message?: string }[] }} report @returns {Failure[]} */
export function failuresInPlaywright({ suites, errors }) {
  return [...suites.flatMap(failuresOfSuite), ...failuresOutsideOfTests(errors)];
}

/** @param {PlaywrightSuite} suite @returns {Failure[]} */
function failuresOfSuite({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => ({
        name: `${file}:${line} > ${title}${status === 'flaky' ? ' (flaky)' : ''}`,
        message: results.find(({ error }) => error !== undefined)?.error?.message ?? '',
      })),
  );
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/** @param {Failure} failure */
export function failureText({ name, message }) {
  const lines = message === '' ? [] : message.split('\n').slice(0, MESSAGE_LINES_MAX);
  return [`FAILED ${name}`, ...lines.map((line) => `  ${line}`)].join('\n');
}
