import { execFileSync, spawnSync } from 'node:child_process';
import { announce, REPOSITORY } from './repository.mjs';

/** Chromium without a window, which shows a page in four fifths of the time. */
const HEADLESS = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Finds a Chromium, or installs one: Debian's as root, else Playwright's own.
 * @param {NodeJS.ProcessEnv} env in which `node` is the pinned runtime
 * @param {'headless' | 'whole'} kind which one is taken where there are both
 * @returns {string | undefined} its path; undefined for the one that Playwright finds by itself
 */
export function ensureBrowser(env, kind = 'headless') {
  const names = kind === 'headless' ? [HEADLESS, ...WHOLE] : [...WHOLE, HEADLESS];
  const found = env['CHROMIUM_PATH'] ?? findInPath(names);
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && hasCommand('apt-get')) {
    announce('installing Chromium');
    const aptEnv = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
    const install = ['install', '-y', '-qq', '--no-install-recommends'];
    runQuietly('apt-get', ['update', '-qq'], aptEnv);
    try {
      runQuietly('apt-get', [...install, kind === 'headless' ? HEADLESS : 'chromium'], aptEnv);
    } catch {
      // Distributions of before 2025 have the one with a window only.
      runQuietly('apt-get', [...install, 'chromium'], aptEnv);
    }
    return findInPath(names);
  }
  announce('installing a Chromium of Playwright');
  runQuietly('npx', ['playwright', 'install', 'chromium'], env);
  return undefined;
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function runQuietly(command, args, env) {
  execFileSync(command, args, { cwd: REPOSITORY, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** @param {readonly string[]} names */
function findInPath(names) {
  const name = names.find(hasCommand);
  return name && execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
}

/** @param {string} name */
function hasCommand(name) {
  return spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0;
}
