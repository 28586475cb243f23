import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bootstrap, main } from './bootstrap.mjs';
import { installEnvironment } from './install-environment.mjs';
import { announce, REPOSITORY } from './repository.mjs';
import { ensureWebBuild } from './web-build.mjs';

const TEMPLATE = path.join(REPOSITORY, 'scripts', 'package');
/** What the server reads when it runs. Node.js strips the types of these sources itself. */
const SOURCES = [
  'LICENSE',
  'apps/server/package.json',
  'apps/server/src',
  'apps/server/migrations',
  'apps/web/dist',
  'packages/contract/package.json',
  'packages/contract/src',
  'packages/audit-proof/package.json',
  'packages/audit-proof/src',
];

/**
 * `npm run package [-- DIRECTORY]`: makes a folder that `node server.js` starts without npm, with the packages that the
 * server needs and the built dashboard. It has no embedded database.
 */
await main(async () => {
  const { env } = await bootstrap();
  await ensureWebBuild(env);
  const { version, license } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'));
  const target = path.resolve(process.argv[2] ?? path.join(REPOSITORY, 'dist', `halyard-${version}`));
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(TEMPLATE, target, { recursive: true });
  for (const source of SOURCES) copy(source, target);
  for (const directory of packagesOf('@halyard/server', env)) copy(directory, target);
  const manifest = { name: 'halyard', version, license, private: true, type: 'module' };
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  announce(`made ${path.relative(process.cwd(), target)}. Start it with "node server.js"`);
  return 0;
});

/** @param {string} place below the repository @param {string} target */
function copy(place, target) {
  const from = path.join(REPOSITORY, place);
  const to = path.join(target, place);
  mkdirSync(path.dirname(to), { recursive: true });
  if (realpathSync(from) !== from)
    return symlinkSync(path.relative(path.dirname(from), realpathSync(from)), to);
  return cpSync(from, to, { recursive: true, filter: (file) => !/\.test\.ts$/.test(file) });
}

/**
 * The folders of all packages that a workspace needs to run.
 * @param {string} workspace @param {NodeJS.ProcessEnv} env @returns {string[]} below the repository
 */
function packagesOf(workspace, env) {
  const args = ['ls', `--workspace=${workspace}`, '--omit=dev', '--omit=optional', '--all', '--parseable'];
  const listed = execFileSync('npm', args, {
    cwd: REPOSITORY,
    env: installEnvironment(env),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return listed
    .split(/\r?\n/)
    .map((directory) => path.relative(REPOSITORY, directory))
    .filter(
      (directory) =>
        directory.startsWith('node_modules') && !directory.endsWith(path.join('@halyard', 'server')),
    );
}
