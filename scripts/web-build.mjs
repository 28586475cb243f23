import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installEnvironment } from './install-environment.mjs';
import { announce, REPOSITORY } from './repository.mjs';
import { withSetupLock } from './setup-lock.mjs';

const STAMP_FILE = path.join(REPOSITORY, '.cache', 'web-build.stamp');
const WEB = path.join(REPOSITORY, 'apps', 'web');
const SOURCES = [
  WEB,
  path.join(REPOSITORY, 'packages', 'contract'),
  path.join(REPOSITORY, 'packages', 'audit-proof'),
  path.join(REPOSITORY, 'scripts', 'verify-audit-export.mjs'),
  path.join(REPOSITORY, 'package-lock.json'),
];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'coverage']);

/** @param {NodeJS.ProcessEnv} env in which `node` is the pinned runtime */
export async function ensureWebBuild(env) {
  const wanted = hashOf(SOURCES);
  if (isBuilt(wanted)) return;
  await withSetupLock(async () => {
    if (isBuilt(wanted)) return;
    announce('building the dashboard');
    rmSync(STAMP_FILE, { force: true });
    const build = spawnSync('npm', ['run', 'build', '--silent', '--workspace=apps/web'], {
      cwd: REPOSITORY,
      env: installEnvironment(env),
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (build.status !== 0) throw new Error(`building the dashboard failed:\n${build.stdout}${build.stderr}`);
    mkdirSync(path.dirname(STAMP_FILE), { recursive: true });
    writeFileSync(STAMP_FILE, wanted);
  });
}

/** @param {string} wanted */
function isBuilt(wanted) {
  const hasPage = existsSync(path.join(WEB, 'dist', 'index.html'));
  return hasPage && existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8') === wanted;
}

/** @param {readonly string[]} places */
function hashOf(places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap(filesOf)) {
    hash
      .update(`${path.relative(REPOSITORY, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} place a file or a directory @returns {string[]} in a stable order */
function filesOf(place) {
  const entries = readEntries(place);
  if (!entries) return [place];
  return entries
    .filter(({ name }) => !NOT_SOURCES.has(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesOf(path.join(place, entry.name)) : [path.join(place, entry.name)],
    );
}

/** @param {string} place */
function readEntries(place) {
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
