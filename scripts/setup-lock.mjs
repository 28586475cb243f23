import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { announce, REPOSITORY } from './repository.mjs';

const LOCK_FILE = path.join(REPOSITORY, '.runtime', 'setup.lock');
const POLL_MS = 200;

const NO_ACCESS = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Lets one process at a time change dependencies, runtime and build. After a kill, the child keeps the lock.
 * @template T
 * @param {(addHolder: (child: import('node:child_process').ChildProcess) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  for (let isWaiting = false; !tryLock(); isWaiting = true) {
    if (!isWaiting) announce('waiting for another setup to finish');
    await sleep(POLL_MS);
  }
  try {
    return await work((child) => writeFileSync(LOCK_FILE, `${process.pid} ${child.pid}`));
  } finally {
    rmSync(LOCK_FILE, { force: true });
  }
}

function tryLock() {
  try {
    mkdirSync(path.dirname(LOCK_FILE), { recursive: true });
    writeFileSync(LOCK_FILE, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (NO_ACCESS.has(code)) throw new Error(noAccess(code), { cause: error });
    if (code !== 'EEXIST') throw error;
    removeIfStale();
    return false;
  }
}

/** @param {string} code */
function noAccess(code) {
  return `packages or dashboard in ${REPOSITORY} are missing or out of date, and this user cannot write there (${code}). Run "npm run build" as the owner of that folder, then start again.`;
}

/** Moves the file and checks it again, because another process may have replaced the lock in between. */
function removeIfStale() {
  if (isHeld(LOCK_FILE)) return;
  const aside = `${LOCK_FILE}.${process.pid}`;
  try {
    renameSync(LOCK_FILE, aside);
  } catch {
    return;
  }
  if (isHeld(aside)) renameSync(aside, LOCK_FILE);
  else rmSync(aside, { force: true });
}

/** @param {string} file empty while it is being written */
function isHeld(file) {
  const holders = readOptional(file).split(' ').map(Number).filter(Boolean);
  return holders.length === 0 || holders.some(isAlive);
}

/** @param {string} file */
function readOptional(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
