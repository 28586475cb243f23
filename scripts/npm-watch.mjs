import { readFileSync } from 'node:fs';

const POLL_MS = 500;

/**
 * Calls back once when the npm that started this process is gone without having stopped it. Between the two
 * is a shell that would not notice either. Does nothing where there is no /proc or no npm.
 * @param {() => void} callback
 * @returns {() => void} ends the watch
 */
export function onNpmGone(callback) {
  const npmsChild = [process.pid, process.ppid].find((pid) => nameOf(parentOf(pid)).startsWith('npm'));
  if (npmsChild === undefined) return () => undefined;
  const npm = parentOf(npmsChild);
  const watch = setInterval(() => {
    if (parentOf(npmsChild) === npm) return;
    clearInterval(watch);
    callback();
  }, POLL_MS);
  return () => clearInterval(watch);
}

/** @param {number} pid */
function parentOf(pid) {
  // proc(5): the parent is field 4; field 2, the name, may hold spaces and ends with the last ")".
  const stat = readProcess(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

/** @param {number} pid */
function nameOf(pid) {
  return readProcess(pid, 'comm');
}

/**
 * @param {number} pid
 * @param {string} file
 */
function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
