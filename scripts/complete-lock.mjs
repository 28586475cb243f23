import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from './repository.mjs';

/** `npm run lock`: adds optional packages of other platforms, which npm omits and `npm ci` requires. */

const OPERATING_SYSTEM = /[-/](aix|android|darwin|freebsd|linux|openharmony|win32)\b/;
const PROCESSOR = /[-/](arm64|arm|ia32|loong64|ppc64|riscv64|s390x|wasm32|x64)\b/;

/** @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} LockedPackage */

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
 * Returns the locations of packages that npm would install without checking their content.
 * @param {Record<string, LockedPackage>} packages of a lock file
 */
export function packagesWithoutHash(packages) {
  return Object.entries(packages)
    .filter(([location, { link, integrity }]) => location.includes('node_modules/') && !link && !integrity)
    .map(([location]) => location);
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

/** @param {string} location @param {string} version */
function hashInRegistry(location, version) {
  const name = location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const command = ['view', `${name}@${version}`, 'dist.integrity'];
  return execFileSync('npm', command, { encoding: 'utf8', shell: process.platform === 'win32' }).trim();
}

/** @param {string} directory of the lock file @returns {{ packages: Record<string, LockedPackage> }} */
export function readLock(directory = REPOSITORY) {
  return JSON.parse(readFileSync(path.join(directory, 'package-lock.json'), 'utf8'));
}

if (process.argv[1] === import.meta.filename) {
  const lock = readLock();
  const known = { ...lock.packages, ...missingPlatformPackages(lock.packages) };
  for (const location of packagesWithoutHash(known)) {
    const { version = '', ...rest } = known[location] ?? {};
    known[location] = { version, integrity: hashInRegistry(location, version), ...rest };
  }
  const [root, ...others] = Object.entries(known);
  const packages = Object.fromEntries([
    ...(root ? [root] : []),
    ...others.sort(([one], [other]) => one.localeCompare(other, 'en')),
  ]);
  writeFileSync(
    path.join(REPOSITORY, 'package-lock.json'),
    `${JSON.stringify({ ...lock, packages }, undefined, 2)}\n`,
  );
}
