import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { installEnvironment } from './install-environment.mjs';
import { REPOSITORY } from './repository.mjs';
import { ensureWebBuild } from './web-build.mjs';

const TEMPLATE = path.join(REPOSITORY, 'scripts', 'package');
/** What the server reads when it runs. Node.js strips the types of these sources itself. */
const SOURCES = [
  'apps/server/package.json',
  'apps/server/src',
  'apps/server/migrations',
  'apps/web/dist',
  'packages/contract/package.json',
  'packages/contract/src',
  'packages/audit-proof/package.json',
  'packages/audit-proof/src',
];
/** Files for operators. `deploy/docker` builds from the repository, and may hold secrets. */
const DOCUMENTS = [
  'LICENSE',
  'CHANGELOG.md',
  'openapi.json',
  'docs',
  'packages/client/package.json',
  'packages/client/src',
  ...['cluster', 'helm', 'monitoring', 'proxies', 'systemd'].map((name) => `deploy/${name}`),
];
/** Pictures, which are many times as large as all pages, and notes of developers. */
const LEFT_OUT = /[\\/]docs[\\/](pictures|(tour|progress)\.md$)/;
/** The commands that the product's messages name. */
const SCRIPTS = {
  start: 'node server.js',
  admin: 'node admin.js',
  'audit:verify': 'node admin.js audit verify',
};
/** Tests, and typings and source maps of packages, which are a third of them. */
const NOT_RUN = /\.test\.ts$|\.d\.[cm]?ts$|\.[cm]?js\.map$/;
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/**
 * Makes a folder that `node server.js` starts without npm: the server, its packages and the built dashboard, with the
 * licences of all packages, a list of them (CycloneDX), and the documents. It has no embedded database.
 * @param {string} target replaced if it exists @param {NodeJS.ProcessEnv} env in which `node` is the pinned runtime
 */
export async function makePackage(target, env) {
  await ensureWebBuild(env);
  const { version, license } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8'));
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  cpSync(TEMPLATE, target, { recursive: true });
  for (const source of [...SOURCES, ...packagesOf(['server'], env)]) copy(source, target, NOT_RUN);
  for (const document of DOCUMENTS) copy(document, target, LEFT_OUT);
  const manifest = { name: 'halyard', version, license, private: true, type: 'module', scripts: SCRIPTS };
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  writeFileSync(path.join(target, 'LICENSES.txt'), licenceTexts(packagesOf(['server', 'web'], env)));
  writeFileSync(path.join(target, 'sbom.cdx.json'), listOfPackages(env));
}

/** @param {string} place below the repository @param {string} target @param {RegExp} without files that are left out */
function copy(place, target, without) {
  const from = path.join(REPOSITORY, place);
  const to = path.join(target, place);
  mkdirSync(path.dirname(to), { recursive: true });
  if (realpathSync(from) !== from)
    return symlinkSync(path.relative(path.dirname(from), realpathSync(from)), to);
  return cpSync(from, to, { recursive: true, filter: (file) => !without.test(file) });
}

/**
 * The folders of all packages that workspaces need to run.
 * @param {readonly string[]} workspaces @param {NodeJS.ProcessEnv} env @returns {string[]} below the repository
 */
function packagesOf(workspaces, env) {
  return npm(
    ['ls', ...inWorkspaces(workspaces), '--omit=dev', '--omit=optional', '--all', '--parseable'],
    env,
  )
    .split(/\r?\n/)
    .map((directory) => path.relative(REPOSITORY, directory))
    .filter(
      (directory) => directory.startsWith('node_modules') && !/@halyard[\\/](server|web)$/.test(directory),
    );
}

/** @param {readonly string[]} directories of packages, below the repository */
function licenceTexts(directories) {
  const others = directories.filter((directory) => !directory.includes('@halyard')).toSorted();
  return others
    .map((directory) => {
      const place = path.join(REPOSITORY, directory);
      const { name, version, license } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'));
      const texts = readdirSync(place)
        .filter((file) => LICENCE_FILE.test(file))
        .map((file) => readFileSync(path.join(place, file), 'utf8').trim());
      return [`${name} ${version} (${license})`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** @param {NodeJS.ProcessEnv} env */
function listOfPackages(env) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const list = JSON.parse(
    npm([...args, ...inWorkspaces(['server', 'web']), '--omit=dev', '--omit=optional'], env),
  );
  // npm names it after the folder of the repository.
  list.metadata.component.name = 'halyard';
  return `${JSON.stringify(list, undefined, 2)}\n`;
}

/** @param {readonly string[]} names */
const inWorkspaces = (names) => names.map((name) => `--workspace=@halyard/${name}`);

/** @param {readonly string[]} args @param {NodeJS.ProcessEnv} env */
function npm(args, env) {
  return execFileSync('npm', args, {
    cwd: REPOSITORY,
    env: installEnvironment(env),
    encoding: 'utf8',
    maxBuffer: 100 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
}
