import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bootstrap, main } from './bootstrap.mjs';
import { makePackage } from './make-package.mjs';
import { isNewer, withRelease, withVersion } from './release-texts.mjs';
import { announce, REPOSITORY } from './repository.mjs';

/**
 * `npm run release -- VERSION`: writes the version into all manifests and the changelog, and makes the archive of the
 * server package with its checksum in `dist`. Commits and publishes nothing.
 */
await main(async () => {
  const [wanted = ''] = process.argv.slice(2);
  const { version: former } = JSON.parse(read('package.json'));
  if (!isNewer(wanted, former)) throw new Error(`release: expected a version above ${former}, such as 1.2.3`);
  if (git('status', '--porcelain') !== '') throw new Error('release: commit or remove your changes first');
  for (const file of git('ls-files', '*package.json', 'package-lock.json', 'deploy/helm/*/Chart.yaml').split(
    '\n',
  )) {
    write(file, withVersion(read(file), former, wanted));
  }
  write('CHANGELOG.md', withRelease(read('CHANGELOG.md'), wanted, new Date()));
  const { env } = await bootstrap();
  const name = `halyard-${wanted}`;
  const directory = path.join(REPOSITORY, 'dist');
  await makePackage(path.join(directory, name), env);
  const archive = `${name}.tar.gz`;
  execFileSync('tar', ['-czf', archive, '--owner=0', '--group=0', name], { cwd: directory });
  const checksum = createHash('sha256')
    .update(readFileSync(path.join(directory, archive)))
    .digest('hex');
  writeFileSync(path.join(directory, 'SHA256SUMS'), `${checksum}  ${archive}\n`);
  announce(`made dist/${archive} and dist/SHA256SUMS. Run the tests, commit, and tag it v${wanted}`);
  return 0;
});

/** @param {string} file */
function read(file) {
  return readFileSync(path.join(REPOSITORY, file), 'utf8');
}

/** @param {string} file @param {string} text */
function write(file, text) {
  writeFileSync(path.join(REPOSITORY, file), text);
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim();
}
