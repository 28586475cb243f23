import { readFileSync } from 'node:fs';

const POLL_MS = 500;

/**
 * Calls back once if the npm that started this process is killed. Does nothing without /proc or npm.
 * @param {() => void} callback @returns {() => void} stops watching
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
  // proc(5): field 4 is the parent. Field 2, the name, may contain spaces and ends with the last ")".
  const stat = readProcess(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

/** @param {number} pid */
function nameOf(pid) {
  return readProcess(pid, 'comm');
}

/** @param {number} pid @param {string} file */
function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
