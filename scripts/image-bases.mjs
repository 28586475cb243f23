import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installEnvironment } from './install-environment.mjs';
import { npmCi } from './npm-ci.mjs';
import { announce, REPOSITORY } from './repository.mjs';

/** @typedef {(args: readonly string[]) => string} Buildah */

const NPM_MAJOR = '11';
/** `node` of the official image. */
export const UID = 1000;

/**
 * Makes replacements for the official images, which need a registry: Debian's release with the same Node.js, and Debian's client
 * tools in place of PostgreSQL's.
 * @param {string} dockerfile @param {string} directory for drafts @param {Buildah} buildah
 */
export async function makeBases(dockerfile, directory, buildah) {
  const [, node, version, release] = required(/^FROM (node:([\d.]+)-(\w+)-slim)/m, dockerfile);
  const [, postgres, major] = required(/--from=(postgres:(\d+)\S+)/, dockerfile);
  const debian = makeDebian(directory, release);
  await addNode(debian, version);
  execFileSync('tar', ['--create', `--file=${directory}/debian.tar`, `--directory=${debian}`, '.']);
  rmSync(debian, { recursive: true });
  const build = (/** @type {string} */ name, /** @type {string} */ text) => {
    const file = path.join(directory, 'base.Dockerfile');
    writeFileSync(file, text);
    buildah([
      'build',
      '--quiet',
      '--pull-never',
      `--file=${file}`,
      `--tag=docker.io/library/${name}`,
      directory,
    ]);
  };
  build(node, `FROM scratch\nADD debian.tar /\nENV ${environmentOfInstallers()}\n`);
  rmSync(path.join(directory, 'debian.tar'));
  announce(`${postgres} is replaced by Debian's client tools`);
  const install = 'apt-get update && apt-get install --yes --no-install-recommends postgresql-client';
  build(postgres, `FROM ${node}\nRUN ${install} && mv /usr/lib/postgresql/* /usr/lib/postgresql/${major}\n`);
}

/** @param {RegExp} pattern @param {string} dockerfile @returns {[string, string, string, string]} */
function required(pattern, dockerfile) {
  const found = pattern.exec(dockerfile);
  if (found === null) throw new Error(`The Dockerfile has nothing like ${pattern}.`);
  return /** @type {any} */ (found);
}

/** @param {string} directory @param {string} release such as bookworm @returns {string} its root */
function makeDebian(directory, release) {
  announce(`installing Debian ${release}`);
  const root = path.join(directory, 'debian');
  execFileSync('debootstrap', ['--variant=minbase', release, root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  execFileSync('chroot', [root, 'useradd', '--uid', String(UID), '--create-home', 'node']);
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  if (certificates !== undefined && existsSync(certificates))
    cpSync(certificates, path.join(root, CERTIFICATES), { dereference: true });
  return root;
}

/** Adds the pinned Node.js and npm from the registry. @param {string} root @param {string} version */
async function addNode(root, version) {
  const draft = path.join(root, 'tmp', 'node');
  cpSync(path.join(REPOSITORY, 'scripts', 'runtime'), draft, { recursive: true });
  await npmCi(draft, () => undefined);
  const node = path.join(root, 'usr', 'local', 'bin', 'node');
  cpSync(path.join(draft, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node'), node);
  const found = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  if (found !== `v${version}`)
    throw new Error(`The image has Node.js ${version}, but scripts/runtime ${found}.`);
  const modules = path.join(root, 'usr', 'local', 'lib');
  mkdirSync(modules, { recursive: true });
  const options = [`--prefix=${modules}`, '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...options, `npm@${NPM_MAJOR}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: installEnvironment(process.env),
  });
  for (const tool of ['npm', 'npx']) {
    const link = path.join(root, 'usr', 'local', 'bin', tool);
    execFileSync('ln', ['-s', `../lib/node_modules/npm/bin/${tool}-cli.js`, link]);
  }
  rmSync(draft, { recursive: true });
}

const CERTIFICATES = '/etc/ssl/installers.pem';

/** A proxy's certificate and npm's registry, which others give their engine. */
function environmentOfInstallers() {
  const { NODE_EXTRA_CA_CERTS: certificates, npm_config_registry: registry } = process.env;
  return [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...(certificates !== undefined && existsSync(certificates)
      ? [`NODE_EXTRA_CA_CERTS=${CERTIFICATES}`]
      : []),
    ...(registry === undefined ? [] : [`npm_config_registry=${registry}`]),
  ].join(' ');
}
