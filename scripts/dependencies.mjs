import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npmCi } from './npm-ci.mjs';
import { announce, REPOSITORY } from './repository.mjs';
import { withSetupLock } from './setup-lock.mjs';

const STAMP_FILE = path.join(REPOSITORY, 'node_modules', '.halyard-stamp');

export async function ensureDependencies() {
  const wanted = wantedStamp();
  if (readOptional(STAMP_FILE) === wanted) return;
  if (isInstalled()) {
    keepStamp(wanted);
    return;
  }
  await withSetupLock(async (addHolder) => {
    if (readOptional(STAMP_FILE) === wanted) return;
    announce('installing dependencies');
    rmSync(STAMP_FILE, { force: true });
    await npmCi(REPOSITORY, addHolder);
    keepStamp(wanted);
  });
}

function wantedStamp() {
  const root = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'));
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const directory of ['.', ...root.workspaces]) {
    hash.update(readFileSync(path.join(REPOSITORY, directory, 'package.json')));
  }
  return hash.update(readFileSync(path.join(REPOSITORY, 'package-lock.json'))).digest('hex');
}

/** Whether npm has installed everything. It writes node_modules/.package-lock.json at the end. */
function isInstalled() {
  const installedText = readOptional(path.join(REPOSITORY, 'node_modules', '.package-lock.json'));
  if (installedText === undefined) return false;
  const installed = JSON.parse(installedText).packages;
  const locked = JSON.parse(readFileSync(path.join(REPOSITORY, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked)
    .filter(([location, { optional }]) => location.includes('node_modules/') && !optional)
    .every(([location, { version, link }]) => {
      const found = installed[location];
      return found !== undefined && found.version === version && found.link === link;
    });
}

/** @param {string} stamp */
function keepStamp(stamp) {
  try {
    writeFileSync(STAMP_FILE, stamp);
  } catch {
    // Ignore a read-only file system: the next start checks again, which takes milliseconds.
  }
}

/** @param {string} file */
function readOptional(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
