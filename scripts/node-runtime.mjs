import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { npmCi } from './npm-ci.mjs';
import { announce, REPOSITORY } from './repository.mjs';
import { withSetupLock } from './setup-lock.mjs';

const OLDEST_MAJOR = 24;
const MANIFEST_DIRECTORY = path.join(REPOSITORY, 'scripts', 'runtime');

/**
 * Returns this Node.js if it is new enough, otherwise the pinned one in `.runtime`.
 * @returns {Promise<string>} path of the executable
 */
export async function ensureRuntime() {
  if (majorOf(process.versions.node) >= OLDEST_MAJOR) return process.execPath;

  const { name, version } = pinned();
  const home = path.join(REPOSITORY, '.runtime', `${name}-${version}`);
  const executable = path.join(
    home,
    'node_modules',
    name,
    'bin',
    name.startsWith('node-win') ? 'node.exe' : 'node',
  );
  if (existsSync(executable)) return executable;

  await withSetupLock(async (addHolder) => {
    if (existsSync(executable)) return;
    announce(`installing Node.js ${version} (this is ${process.versions.node})`);
    const draft = `${home}.draft`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    cpSync(MANIFEST_DIRECTORY, draft, { recursive: true });
    await npmCi(draft, addHolder);
    verifyRuntime(path.join(draft, path.relative(home, executable)), version);
    rmSync(home, { recursive: true, force: true });
    renameSync(draft, home);
  });
  return executable;
}

/** @returns {{ name: string, version: string }} the npm package for this platform */
function pinned() {
  const manifest = JSON.parse(readFileSync(path.join(MANIFEST_DIRECTORY, 'package.json'), 'utf8'));
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const version = manifest.optionalDependencies[name];
  if (version === undefined)
    throw new Error(
      `Install Node.js ${OLDEST_MAJOR} or newer: npm has no package for ${process.platform} ${process.arch}.`,
    );
  return { name, version };
}

/** @param {string} executable @param {string} version */
function verifyRuntime(executable, version) {
  try {
    const answer = execFileSync(executable, ['--version'], { encoding: 'utf8' }).trim();
    if (answer === `v${version}`) return;
  } catch {
    // Continue with the error below.
  }
  throw new Error(`Node.js ${version} from npm does not run here. Install Node.js ${OLDEST_MAJOR}.`);
}

/** @param {string} version */
function majorOf(version) {
  return Number.parseInt(version, 10);
}
