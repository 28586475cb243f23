import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from './repository.mjs';

/** `npm run lock`: adds optional packages of other platforms, which npm omits and `npm ci` requires. */

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} LockedPackage */

const OPERATING_SYSTEM = /[-/](aix|android|darwin|freebsd|linux|openharmony|win32)\b/;
const PROCESSOR = /[-/](arm64|arm|ia32|loong64|ppc64|riscv64|s390x|wasm32|x64)\b/;

/**
 * @param {Record<string, LockedPackage>} packages of a lock file
 * @returns {Record<string, LockedPackage>} missing packages of other platforms
 */
export function missingPlatformPackages(packages) {
  /** @type {Record<string, LockedPackage>} */
  const missing = {};
  for (const [location, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(packages, location, name)) continue;
      missing[`node_modules/${name}`] = { version, ...(dev && { dev }), optional: true, ...platformOf(name) };
    }
  }
  return missing;
}

/**
 * Whether `location` can resolve `name`, also from a parent folder.
 * @param {Record<string, LockedPackage>} packages @param {string} location @param {string} name
 */
function isLocked(packages, location, name) {
  const outward = location
    .split('node_modules/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('node_modules/'));
  return ['', ...outward].some((home) => {
    const directory = home === '' || home.endsWith('/') ? home : `${home}/`;
    return packages[`${directory}node_modules/${name}`] !== undefined;
  });
}

/** @param {string} name */
function platformOf(name) {
  const os = OPERATING_SYSTEM.exec(name)?.[1];
  const cpu = PROCESSOR.exec(name)?.[1];
  const libc = /musl/.test(name) ? 'musl' : /gnu/.test(name) && 'glibc';
  return {
    ...(os && { os: [os] }),
    ...(cpu && { cpu: [cpu] }),
    ...(os === 'linux' && libc && { libc: [libc] }),
  };
}

/** @returns {{ packages: Record<string, LockedPackage> }} */
export function readLock() {
  return JSON.parse(readFileSync(path.join(REPOSITORY, 'package-lock.json'), 'utf8'));
}

if (process.argv[1] === import.meta.filename) {
  const lock = readLock();
  const [root, ...others] = Object.entries({ ...lock.packages, ...missingPlatformPackages(lock.packages) });
  const packages = Object.fromEntries([
    ...(root ? [root] : []),
    ...others.sort(([one], [other]) => one.localeCompare(other, 'en')),
  ]);
  writeFileSync(
    path.join(REPOSITORY, 'package-lock.json'),
    `${JSON.stringify({ ...lock, packages }, undefined, 2)}\n`,
  );
}
