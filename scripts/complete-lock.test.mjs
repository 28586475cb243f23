import path from 'node:path';
import { expect, it } from 'vitest';
import { missingPlatformPackages, packagesWithoutHash, readLock } from './complete-lock.mjs';
import { REPOSITORY } from './repository.mjs';

it('missingPlatformPackages finds packages at any depth', () => {
  const missing = missingPlatformPackages({
    '': {},
    'apps/server': { optionalDependencies: { '@engine/darwin-arm64': '18.4.0' } },
    'node_modules/@engine/darwin-arm64': { version: '18.4.0' },
    'node_modules/linter': {
      dev: true,
      optionalDependencies: { '@linter/linux-x64-musl': '2.0.0', '@linter/linux-x64': '2.0.0' },
    },
    'node_modules/linter/node_modules/@linter/linux-x64': { version: '2.0.0' },
  });
  expect(missing).toEqual({
    'node_modules/@linter/linux-x64-musl': {
      version: '2.0.0',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
  });
});

it('the lock file has all platform packages (if not, run `npm run lock`)', () => {
  expect(missingPlatformPackages(readLock().packages)).toEqual({});
});

it('packagesWithoutHash skips the workspaces, which are links', () => {
  const packages = packagesWithoutHash({
    '': {},
    'apps/server': { version: '0.1.0' },
    'node_modules/@halyard/server': { link: true },
    'node_modules/known': { version: '1.0.0', integrity: 'sha512-x' },
    'node_modules/unknown': { version: '1.0.0', optional: true },
  });
  expect(packages).toEqual(['node_modules/unknown']);
});

it.each(['.', 'scripts/runtime'])('every package in the lock file of %s has a hash', (directory) => {
  expect(packagesWithoutHash(readLock(path.join(REPOSITORY, directory)).packages)).toEqual([]);
});
