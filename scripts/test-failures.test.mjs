import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from './repository.mjs';
import {
  failuresInPlaywright,
  failuresInVitest,
  failuresOutsideOfTests,
  failureText,
} from './test-failures.mjs';

describe('test failures', () => {
  it('shows the file, name and message of a failed test', () => {
    const assertion = { fullName: 'sums add up', status: 'failed', failureMessages: ['expected 2 to be 3'] };
    const passed = { fullName: 'sums are exact', status: 'passed', failureMessages: [] };
    const file = { name: path.join(REPOSITORY, 'apps/a.test.ts'), status: 'failed', message: '' };
    const failures = failuresInVitest({ testResults: [{ ...file, assertionResults: [passed, assertion] }] });
    expect(failures.map(failureText)).toEqual(['FAILED apps/a.test.ts > sums add up\n  expected 2 to be 3']);
  });

  it('shows a file that did not load', () => {
    const file = {
      name: path.join(REPOSITORY, 'apps/a.test.ts'),
      status: 'failed',
      message: 'no such module',
    };
    expect(failuresInVitest({ testResults: [{ ...file, assertionResults: [] }] })).toEqual([
      { name: 'apps/a.test.ts', message: 'no such module' },
    ]);
  });

  it('shows the file of an error outside of tests', () => {
    const file = path.join(REPOSITORY, 'apps/a.test.ts');
    expect(failuresOutsideOfTests([{ VITEST_TEST_PATH: file, message: 'no window' }])).toEqual([
      { name: 'apps/a.test.ts > outside of tests', message: 'no window' },
    ]);
  });

  it('shows flaky tests and errors outside of tests', () => {
    const results = [{ error: { message: 'no button' } }, {}];
    const spec = { title: 'signs in', file: 'a.spec.ts', line: 7 };
    const suite = {
      suites: [
        {
          specs: [
            { ...spec, tests: [{ status: 'flaky', results }] },
            { ...spec, title: 'signs out', tests: [{ status: 'expected', results: [{}] }] },
          ],
        },
      ],
    };
    expect(failuresInPlaywright({ suites: [suite], errors: [{ message: 'no browser' }] })).toEqual([
      { name: 'a.spec.ts:7 > signs in (flaky)', message: 'no button' },
      { name: 'outside of tests', message: 'no browser' },
    ]);
  });

  it('truncates a long message', () => {
    const message = Array.from({ length: 40 }, (_, line) => String(line)).join('\n');
    expect(failureText({ name: 'long', message }).split('\n')).toHaveLength(13);
  });
});
