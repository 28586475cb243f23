import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ignoreClosedOutput } from './closed-output.mjs';
import { packageBinary } from './package-binary.mjs';
import { REPOSITORY } from './repository.mjs';

/** `npm run check`: format, lint, layers, prose, API reference, dead code and types. Runs under the pinned runtime. */

const CONCURRENCY = 2;
const LAYERED = [
  'packages/audit-proof/src',
  'packages/client/src',
  'packages/contract/src',
  'apps/server/src',
  'apps/web/src',
];

const { workspaces } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'));

/** @typedef {{ name: string, command: string[], env?: NodeJS.ProcessEnv, failure?: RegExp }} Check */

/** @type {Check[]} `failure` matches the output of a check that failed with status 0 */
const checks = [
  {
    name: 'format and lint',
    command: [packageBinary('@biomejs/biome', 'biome'), 'check', '--error-on-warnings'],
  },
  {
    name: 'layers',
    command: [
      packageBinary('dependency-cruiser', 'depcruise'),
      '--config=.dependency-cruiser.mjs',
      ...LAYERED,
    ],
  },
  { name: 'prose', command: ['scripts/prose-lint.mjs'] },
  {
    name: 'API reference',
    command: [packageBinary('@redocly/cli', 'redocly'), 'lint', 'openapi.json', '--max-problems=20'],
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    failure: /You have \d+ warning/,
  },
  { name: 'dead code', command: [packageBinary('knip'), '--no-progress'] },
  ...['.', ...workspaces]
    .filter((workspace) => existsSync(path.join(REPOSITORY, workspace, 'tsconfig.json')))
    .map((workspace) => ({
      name: `types of ${workspace === '.' ? 'scripts' : workspace}`,
      command: [
        packageBinary('typescript', 'tsc'),
        '--noEmit',
        '--incremental',
        '--tsBuildInfoFile',
        path.join('.cache', 'types', `${path.basename(path.resolve(REPOSITORY, workspace))}.tsbuildinfo`),
        '--project',
        workspace,
      ],
    })),
];

/** @param {Check} check */
async function run({ name, command, env, failure }) {
  const started = performance.now();
  const child = spawn(process.execPath, command, {
    cwd: REPOSITORY,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [status] = await once(child, 'close');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const passed = status === 0 && failure?.test(output) !== true;
  process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`);
  if (!passed) process.stdout.write(`${output.trim()}\n\n`);
  return passed;
}

const waiting = [...checks];
let failures = 0;

async function work() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    if (!(await run(check))) failures += 1;
  }
}

ignoreClosedOutput();
await Promise.all(Array.from({ length: CONCURRENCY }, work));
process.stdout.write(
  failures === 0 ? 'all checks passed\n' : `${failures} of ${checks.length} checks failed\n`,
);
process.exitCode = failures === 0 ? 0 : 1;
