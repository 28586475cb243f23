import { expect, it } from 'vitest';
import { isNewer, withRelease, withVersion } from './release-texts.mjs';

it.each([
  ['0.2.0', '0.1.9', true],
  ['1.0.0', '0.9.9', true],
  ['0.10.0', '0.9.0', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.9', '0.2.0', false],
  ['0.2', '0.1.0', false],
  ['v0.2.0', '0.1.0', false],
])('%s after %s: %s', (version, former, expected) => {
  expect(isNewer(version, former)).toBe(expected);
});

it('changes the version of our packages only', () => {
  const lock = `{
    "name": "halyard",
    "version": "0.1.0",
    "packages": {
      "apps/server": { "name": "@halyard/server",
        "version": "0.1.0", "dependencies": { "@halyard/contract": "^0.1.0", "left-pad": "^0.1.0" } },
      "node_modules/left-pad": { "version": "0.1.0" } } }`;
  expect(withVersion(lock, '0.1.0', '0.2.0')).toBe(
    lock
      .replaceAll('"version": "0.1.0",', '"version": "0.2.0",')
      .replace('"@halyard/contract": "^0.1.0"', '"@halyard/contract": "^0.2.0"'),
  );
  expect(withVersion('version: 0.1.0\nappVersion: 0.1.0\n', '0.1.0', '0.2.0')).toBe(
    'version: 0.2.0\nappVersion: 0.2.0\n',
  );
});

it('puts what is unreleased under its version and day', () => {
  const date = new Date('2026-03-04T05:06:07Z');
  expect(withRelease('# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0\n\n- First.\n', '0.2.0', date)).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-03-04)\n\n- New.\n\n## 0.1.0\n\n- First.\n',
  );
  expect(() => withRelease('# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- First.\n', '0.2.0', date)).toThrow(
    'no unreleased changes',
  );
});
