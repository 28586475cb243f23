import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { main } from './bootstrap.mjs';
import { readDockerfile } from './dockerfile.mjs';
import { installEnvironment } from './install-environment.mjs';
import { npmCi } from './npm-ci.mjs';
import { announce, REPOSITORY } from './repository.mjs';

/** @typedef {import('./dockerfile.mjs').Step} Step */
/**
 * @typedef {object} Built
 * @property {string} root directory with the file system
 * @property {Record<string, string>} env @property {string} workdir @property {string} user
 * @property {Step | undefined} health @property {string[]} command @property {string[]} volumes
 */

const DOCKER = path.join(REPOSITORY, 'deploy', 'docker');
const NODE_BASE = /^node:([\d.]+)-(\w+)-slim$/;
const NPM_MAJOR = '11';
/** `node` of the image. */
const UID = 1000;
const READY_WITHIN_MS = 60_000;
const HEALTHY_WITHIN_MS = 5_000;

/**
 * `DATABASE_URL=… npm run image:check`: runs the steps of the Dockerfile without a container engine, each in an empty
 * Debian of its own, then starts the image with a read-only root file system until it is ready and healthy. It needs
 * root, Debian's package debootstrap, port 3000 and an empty database, and takes some minutes. In place of
 * images, it uses Debian's release with the same Node.js, and Debian's own client tools for those of `postgres:`.
 */
await main(async () => {
  const missing = findMissing();
  if (missing !== undefined) {
    announce(`the image was not checked: ${missing}`);
    return 0;
  }
  // The mounts end with this namespace.
  if (process.env['IMAGE_CHECK_INSIDE'] === undefined) {
    const env = { ...process.env, IMAGE_CHECK_INSIDE: 'yes' };
    const args = ['--mount', process.execPath, process.argv[1] ?? ''];
    return spawnSync('unshare', args, { stdio: 'inherit', env }).status ?? 1;
  }
  const directory = mkdtempSync(path.join(tmpdir(), 'halyard-image-'));
  try {
    const image = await buildImage(directory);
    await runImage(image);
  } finally {
    for (const mount of mountsBelow(directory)) spawnSync('umount', ['--lazy', mount]);
    // If a mount is left, its files are not ours.
    spawnSync('rm', ['--recursive', '--force', '--one-file-system', directory]);
  }
  return 0;
});

function findMissing() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux';
  for (const tool of ['debootstrap', 'unshare', 'chroot']) {
    if (spawnSync('which', [tool]).status !== 0)
      return `${tool} is not installed (on Debian: apt install ${tool})`;
  }
  if (!process.env['DATABASE_URL']) return 'DATABASE_URL is not set to an empty database';
  return undefined;
}

/** @param {string} directory @returns {Promise<Built>} */
async function buildImage(directory) {
  const stages = readDockerfile(readFileSync(path.join(DOCKER, 'Dockerfile'), 'utf8'));
  /** @type {Map<string, Built>} */
  const built = new Map();
  const debian = makeDebian(directory, stages[0]?.from ?? '');
  await addNode(debian, stages[0]?.from ?? '');
  for (const { from, name, steps } of stages) {
    if (from !== stages[0]?.from)
      throw new Error(`All stages must start from ${stages[0]?.from}, but one has ${from}.`);
    const root = path.join(directory, `stage-${name}`);
    execFileSync('cp', ['--archive', debian, root]);
    mountSystem(root);
    /** @type {Built} */
    const stage = { root, env: {}, workdir: '/', user: 'root', health: undefined, command: [], volumes: [] };
    for (const step of steps) runStep(stage, step, built, directory, debian);
    built.set(name, stage);
  }
  return /** @type {Built} */ ([...built.values()].at(-1));
}

/** @param {string} directory @param {string} base such as node:24.21.0-bookworm-slim @returns {string} its root */
function makeDebian(directory, base) {
  const [, , release] = NODE_BASE.exec(base) ?? [];
  if (release === undefined) throw new Error(`The base ${base} is not a slim Node.js image.`);
  announce(`installing Debian ${release}`);
  const root = path.join(directory, 'debian');
  execFileSync('debootstrap', ['--variant=minbase', release, root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  cpSync('/etc/resolv.conf', path.join(root, 'etc', 'resolv.conf'), { dereference: true });
  execFileSync('chroot', [root, 'useradd', '--uid', String(UID), '--create-home', 'node']);
  return root;
}

/** Adds the pinned Node.js and npm from the registry. @param {string} root @param {string} base */
async function addNode(root, base) {
  const [, version] = NODE_BASE.exec(base) ?? [];
  const draft = path.join(root, 'tmp', 'node');
  cpSync(path.join(REPOSITORY, 'scripts', 'runtime'), draft, { recursive: true });
  await npmCi(draft, () => undefined);
  const node = path.join(root, 'usr', 'local', 'bin', 'node');
  cpSync(path.join(draft, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node'), node);
  const found = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  if (found !== `v${version}`)
    throw new Error(`The image has Node.js ${version}, but scripts/runtime ${found}.`);
  const modules = path.join(root, 'usr', 'local', 'lib');
  execFileSync(
    'npm',
    ['install', `--prefix=${modules}`, '--no-audit', '--no-fund', '--ignore-scripts', `npm@${NPM_MAJOR}`],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: installEnvironment(process.env),
    },
  );
  for (const tool of ['npm', 'npx']) {
    execFileSync('ln', [
      '-s',
      `../lib/node_modules/npm/bin/${tool}-cli.js`,
      path.join(root, 'usr', 'local', 'bin', tool),
    ]);
  }
  rmSync(draft, { recursive: true });
}

/** @param {string} root */
function mountSystem(root) {
  execFileSync('mount', ['-t', 'proc', 'proc', path.join(root, 'proc')]);
  execFileSync('mount', ['--rbind', '/dev', path.join(root, 'dev')]);
}

/**
 * @param {Built} stage changed by the step @param {Step} step @param {ReadonlyMap<string, Built>} built
 * @param {string} directory @param {string} debian
 */
function runStep(stage, step, built, directory, debian) {
  const { word, flags, rest } = step;
  announce(`${word} ${rest}`);
  switch (word) {
    case 'WORKDIR':
      stage.workdir = rest;
      mkdirSync(path.join(stage.root, rest), { recursive: true });
      return;
    case 'ENV':
      for (const [, name = '', quoted, plain = ''] of rest.matchAll(/([A-Z_]+)=(?:"([^"]*)"|(\S+))/g))
        stage.env[name] = quoted ?? plain;
      return;
    case 'USER':
      stage.user = rest;
      return;
    case 'VOLUME':
      stage.volumes.push(rest);
      return;
    case 'HEALTHCHECK':
      stage.health = step;
      return;
    case 'CMD':
      stage.command = JSON.parse(rest);
      return;
    case 'EXPOSE':
      return;
    case 'RUN':
      runIn(stage, ['/bin/sh', '-c', rest], forInstallers(stage.root));
      return;
    case 'COPY':
      copyInto(stage, flags, rest.split(/\s+/), built, directory, debian);
      return;
    default:
      throw new Error(`${word} is not supported.`);
  }
}

/** A proxy's certificate and npm's settings, which an image build gets from its engine. @param {string} root */
function forInstallers(root) {
  const { PATH, HOME, NODE_OPTIONS, NODE_COMPILE_CACHE, TMPDIR, ...env } = installEnvironment(process.env);
  const certificates = env['NODE_EXTRA_CA_CERTS'];
  if (certificates !== undefined && existsSync(certificates)) {
    cpSync(certificates, path.join(root, 'run', 'certificates.pem'), { dereference: true });
    env['NODE_EXTRA_CA_CERTS'] = '/run/certificates.pem';
  }
  return env;
}

/**
 * @param {Built} stage @param {Step['flags']} flags @param {string[]} places the last one is the target
 * @param {ReadonlyMap<string, Built>} built @param {string} directory @param {string} debian
 */
function copyInto({ root, workdir }, flags, places, built, directory, debian) {
  const target = path.join(root, path.resolve(workdir, places.at(-1) ?? ''));
  const { from, chown } = flags;
  if (from === undefined) return copyContext(target);
  const source = built.get(from)?.root ?? replacementOf(from, directory, debian);
  const files = places.slice(0, -1).map((place) => `${source}${place}`);
  mkdirSync(path.dirname(target), { recursive: true });
  // A shell, for the wildcards. Of a directory, the content is copied. Links are followed only at the top.
  const names = files.map((file) => file.replace(/[^\w./*-]/g, '\\$&')).join(' ');
  const copy = `for file in ${names}; do
    if [ -d "$file" ]; then mkdir -p "$1"; file="$file/."; fi
    cp -RH --preserve=mode "$file" "$1"
  done`;
  execFileSync('/bin/sh', ['-ec', copy, 'sh', target]);
  if (chown !== undefined)
    execFileSync('chroot', [
      root,
      'chown',
      '--recursive',
      chown,
      path.join('/', path.relative(root, target)),
    ]);
}

/** Copies the repository without what the image's ignore file names. @param {string} target */
function copyContext(target) {
  const patterns = readFileSync(path.join(DOCKER, 'Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter(Boolean);
  const isIgnored = (/** @type {string} */ place) =>
    patterns.some((pattern) =>
      pattern.startsWith('**/') ? path.basename(place) === pattern.slice(3) : place === pattern,
    );
  cpSync(REPOSITORY, target, {
    recursive: true,
    filter: (file) => !isIgnored(path.relative(REPOSITORY, file)),
  });
}

/** Debian's client tools at the place of those of the image. @param {string} image @param {string} directory @param {string} debian */
function replacementOf(image, directory, debian) {
  const [, major] = /^postgres:(\d+)\.\d+-\w+$/.exec(image) ?? [];
  if (major === undefined) throw new Error(`There is no replacement for the image ${image}.`);
  const root = path.join(directory, 'postgres');
  if (existsSync(root)) return root;
  announce(
    `${image} cannot be fetched without a container engine: Debian's client tools are used instead of its own`,
  );
  execFileSync('cp', ['--archive', debian, root]);
  mountSystem(root);
  const install = 'apt-get update && apt-get install --yes --no-install-recommends postgresql-client';
  const move = `mv /usr/lib/postgresql/* /usr/lib/postgresql/${major}`;
  execFileSync('chroot', [root, '/bin/sh', '-ec', `(${install}) >/dev/null 2>&1; ${move}`]);
  return root;
}

/** @param {Built} stage @param {string[]} command @param {Record<string, string | undefined>} extra */
function runIn(stage, command, extra = {}) {
  const { status, stdout, stderr } = spawnSync('chroot', inside(stage, command), {
    env: environmentOf(stage, extra),
    encoding: 'utf8',
    maxBuffer: 100 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  throw new Error(`${command.join(' ')} ended with ${status} in the image:\n${stdout}${stderr}`);
}

/** @param {Built} stage @param {string[]} command */
function inside({ root, workdir, user }, command) {
  return [`--userspec=${user}:${user}`, root, '/bin/sh', '-c', 'cd "$0" && exec "$@"', workdir, ...command];
}

/** @param {Built} stage @param {Record<string, string | undefined>} extra */
function environmentOf({ env, user }, extra) {
  const home = user === 'root' ? '/root' : `/home/${user}`;
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: home,
    ...extra,
    ...env,
  };
}

/** Starts the image as deploy/docker/compose.yaml does, and stops it. @param {Built} image */
async function runImage(image) {
  makeReadOnly(image);
  const started = performance.now();
  const child = spawn('chroot', inside(image, image.command), {
    env: environmentOf(image, {
      DATABASE_URL: process.env['DATABASE_URL'],
      MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      PUBLIC_URL: 'https://admin.example.com',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'warn',
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    await untilReady(child);
    announce(`ready after ${((performance.now() - started) / 1000).toFixed(1)} s`);
    const { status } = await fetch('http://127.0.0.1:3000/readyz');
    if (status !== 200) throw new Error(`/readyz answered ${status}.`);
    await requireHealth(image);
    requireReadOnly(image);
    announce(runIn(image, ['pg_dump', '--version']).trim());
    announce(`runs as uid ${uidOf(child.pid)}`);
  } finally {
    child.kill('SIGTERM');
  }
  const [status] = await ended;
  if (status !== 0) throw new Error(`SIGTERM ended the image with ${status}.`);
  announce('the image starts, is ready and healthy, and stops cleanly');
}

/** @param {Built} image */
function makeReadOnly({ root, volumes }) {
  execFileSync('mount', ['--bind', root, root]);
  execFileSync('mount', ['-o', 'remount,bind,ro', root]);
  mountSystem(root);
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', path.join(root, 'tmp')]);
  for (const volume of volumes) {
    const place = path.join(root, volume);
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', place]);
    chownSync(place, UID, UID);
  }
}

/** @param {import('node:child_process').ChildProcess} child */
async function untilReady(child) {
  let output = '';
  const ready = new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (/^ready on /m.test(output)) resolve(undefined);
    });
    child.once('exit', (status) =>
      reject(new Error(`The image ended with ${status} before it was ready:\n${output}`)),
    );
  });
  const late = sleep(READY_WITHIN_MS, undefined, { ref: false }).then(() => {
    throw new Error(`The image was not ready within ${READY_WITHIN_MS / 1000} s:\n${output}`);
  });
  await Promise.race([ready, late]);
}

/** @param {Built} image */
async function requireHealth(image) {
  const [, command] = /CMD (\[.*\])$/.exec(image.health?.rest ?? '') ?? [];
  if (command === undefined) throw new Error('The image has no HEALTHCHECK with a list.');
  const started = performance.now();
  runIn(image, JSON.parse(command));
  const ms = performance.now() - started;
  if (ms > HEALTHY_WITHIN_MS) throw new Error(`HEALTHCHECK took ${Math.round(ms)} ms.`);
}

/** @param {Built} image */
function requireReadOnly(image) {
  const places = image.volumes.map((volume) => `${volume}/x`);
  runIn(image, [
    '/bin/sh',
    '-ec',
    `! touch "$0/x" 2>/dev/null; touch /tmp/x ${places.join(' ')}`,
    image.workdir,
  ]);
}

/** @param {number | undefined} pid */
function uidOf(pid) {
  const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  if (uid !== UID) throw new Error(`The image runs as uid ${uid}.`);
  return uid;
}

/** @param {string} directory @returns {string[]} deepest first */
function mountsBelow(directory) {
  return readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place.startsWith(`${directory}/`))
    .reverse();
}
