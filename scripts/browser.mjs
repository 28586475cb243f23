import { execFileSync, spawnSync } from 'node:child_process';
import { announce, REPOSITORY } from './repository.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Finds a Chromium, or installs one: Debian's as root, else Playwright's own.
 * @param {NodeJS.ProcessEnv} env in which `node` is the pinned runtime
 * @returns {string | undefined} its path; undefined for the one that Playwright finds by itself
 */
export function ensureBrowser(env) {
  const found = env['CHROMIUM_PATH'] ?? findInPath();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && hasCommand('apt-get')) {
    announce('installing Chromium');
    const aptEnv = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
    runQuietly('apt-get', ['update', '-qq'], aptEnv);
    runQuietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], aptEnv);
    return findInPath();
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

function findInPath() {
  const name = NAMES.find(hasCommand);
  return name && execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
}

/** @param {string} name */
function hasCommand(name) {
  return spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0;
}
