import { execFileSync, spawnSync } from 'node:child_process';
import { announce, REPOSITORY } from './repository.mjs';

/** Chromium without a UI, which loads pages 20 % faster. */
const HEADLESS = 'chromium-headless-shell';
const FULL = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Finds or installs Chromium.
 * @param {NodeJS.ProcessEnv} env in which `node` is the pinned runtime
 * @param {'headless' | 'full'} kind preferred if both are installed
 * @returns {string | undefined} undefined for Playwright's build
 */
export function ensureBrowser(env, kind = 'headless') {
  const names = kind === 'headless' ? [HEADLESS, ...FULL] : [...FULL, HEADLESS];
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
      // Distributions before 2025 have no headless package.
      runQuietly('apt-get', [...install, 'chromium'], aptEnv);
    }
    return findInPath(names);
  }
  announce("installing Playwright's Chromium");
  runQuietly('npx', ['playwright', 'install', 'chromium'], env);
  return undefined;
}

/** @param {string} command @param {readonly string[]} args @param {NodeJS.ProcessEnv} env */
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
