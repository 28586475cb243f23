import { expect, it } from 'vitest';
import { missingPlatformPackages, readLock } from './complete-lock.mjs';

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
