import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Missed } from './fault.ts';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

/** A test file, and the beginnings of names of its tests. */
export type Proof = readonly [file: string, ...names: readonly string[]];

/** Runs tests of the product that prove a fault. Each name must be in its file. */
export async function provenBy(...proofs: readonly Proof[]): Promise<string> {
  let passed = 0;
  for (const [file, ...names] of proofs) {
    const source = readFileSync(`${REPOSITORY}/${file}`, 'utf8');
    for (const name of names) {
      if (!source.includes(name)) throw new Missed(`${file} has no test "${name}"`);
    }
    passed += await (file.startsWith('e2e/') ? runInBrowser(file, names) : runTests(file, names));
  }
  return `${passed} tests of ${proofs.map(([file]) => file.replace(/^.*\//, '')).join(', ')}`;
}

async function runTests(file: string, names: readonly string[]): Promise<number> {
  const directory = mkdtempSync(path.join(tmpdir(), 'halyard-proof-'));
  const outputFile = path.join(directory, 'report.json');
  try {
    const printed = await run('node_modules/vitest/vitest.mjs', [
      'run',
      file,
      ...(names.length === 0 ? [] : ['-t', patternOf(names)]),
      '--reporter=json',
      `--outputFile=${outputFile}`,
    ]);
    if (!existsSync(outputFile)) throw new Missed(`${file}: ${printed.slice(-1_000)}`);
    const report: { numPassedTests: number; numFailedTests: number } = JSON.parse(
      readFileSync(outputFile, 'utf8'),
    );
    const { numPassedTests, numFailedTests } = report;
    if (numFailedTests > 0 || numPassedTests < Math.max(1, names.length)) {
      throw new Missed(`${file}: ${numPassedTests} passed, ${numFailedTests} failed`);
    }
    return numPassedTests;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function runInBrowser(file: string, names: readonly string[]): Promise<number> {
  const printed = await run('node_modules/@playwright/test/cli.js', [
    'test',
    '--config=e2e/playwright.config.ts',
    file,
    ...(names.length === 0 ? [] : ['-g', patternOf(names)]),
    '--reporter=json',
    '--workers=1',
  ]);
  const { stats }: { stats: { expected: number; unexpected: number; flaky: number } } = JSON.parse(
    printed.slice(printed.indexOf('{')),
  );
  if (stats.unexpected > 0 || stats.expected + stats.flaky < names.length) {
    throw new Missed(`${file}: ${stats.expected} passed, ${stats.unexpected} failed`);
  }
  return stats.expected + stats.flaky;
}

async function run(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return printed;
}

function patternOf(names: readonly string[]): string {
  return names.map((name) => RegExp.escape(name).replaceAll('\\x20', ' ')).join('|');
}
