import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { main } from './bootstrap.mjs';
import { makeBases, UID } from './image-bases.mjs';
import { announce, REPOSITORY } from './repository.mjs';

/**
 * @typedef {object} Image
 * @property {string} root directory with the file system
 * @property {{ User: string, WorkingDir: string, Env: string[], Cmd: string[], Volumes: Record<string, object>, Healthcheck?: { Test: string[] } }} config
 */

const DOCKERFILE = path.join(REPOSITORY, 'deploy', 'docker', 'Dockerfile');
const READY_WITHIN_MS = 60_000;
const HEALTHY_WITHIN_MS = 5_000;

/**
 * `DATABASE_URL=… npm run image:check`: builds the image with Buildah, then runs it with a read-only root file system until it
 * is ready and healthy. It needs root, Debian's packages buildah and debootstrap, port 3000 and an empty database, and takes
 * some minutes.
 */
await main(async () => {
  const missing = findMissing();
  if (missing !== undefined) {
    announce(`the image was not checked: ${missing}`);
    return 1;
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
  for (const tool of ['buildah', 'debootstrap', 'unshare', 'chroot']) {
    if (spawnSync('which', [tool]).status !== 0)
      return `${tool} is not installed (on Debian: apt install ${tool})`;
  }
  if (!process.env['DATABASE_URL']) return 'DATABASE_URL is not set to an empty database';
  return undefined;
}

/** @param {string} directory @returns {Promise<Image>} */
async function buildImage(directory) {
  const storage = [`--root=${directory}/storage`, `--runroot=${directory}/run`, '--storage-driver=vfs'];
  const buildah = (/** @type {readonly string[]} */ args) =>
    execFileSync('buildah', [...storage, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      // Without namespaces, which many machines refuse.
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
      maxBuffer: 100 * 1024 * 1024,
    }).trim();
  await makeBases(readFileSync(DOCKERFILE, 'utf8'), directory, buildah);
  announce('building the image');
  const options = [
    '--format=docker',
    '--pull-never',
    '--network=host',
    `--ignorefile=${DOCKERFILE}.dockerignore`,
  ];
  buildah(['build', ...options, `--file=${DOCKERFILE}`, '--tag=halyard', REPOSITORY]);
  const { config } = JSON.parse(buildah(['inspect', '--type=image', 'halyard'])).Docker;
  const container = buildah(['from', '--pull-never', 'halyard']);
  return { root: buildah(['mount', container]), config };
}

/** @param {Image} image @param {readonly string[]} command */
function runIn(image, command) {
  const { status, stdout, stderr } = spawnSync('chroot', inside(image, command), {
    env: environmentOf(image),
    encoding: 'utf8',
  });
  if (status === 0) return stdout;
  throw new Error(`${command.join(' ')} ended with ${status} in the image:\n${stdout}${stderr}`);
}

/** @param {Image} image @param {readonly string[]} command */
function inside({ root, config: { User: user, WorkingDir: workdir } }, command) {
  return [`--userspec=${user}:${user}`, root, '/bin/sh', '-c', 'cd "$0" && exec "$@"', workdir, ...command];
}

/** @param {Image} image @param {Record<string, string | undefined>} extra */
function environmentOf({ config }, extra = {}) {
  const own = config.Env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  return { HOME: `/home/${config.User}`, ...Object.fromEntries(own), ...extra };
}

/** Starts the image as deploy/docker/compose.yaml does, and stops it. @param {Image} image */
async function runImage(image) {
  makeReadOnly(image);
  const started = performance.now();
  const child = spawn('chroot', inside(image, image.config.Cmd), {
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
    requireHealth(image);
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

/** @param {Image} image */
function makeReadOnly({ root, config }) {
  execFileSync('mount', ['--bind', root, root]);
  execFileSync('mount', ['-o', 'remount,bind,ro', root]);
  execFileSync('mount', ['-t', 'proc', 'proc', path.join(root, 'proc')]);
  execFileSync('mount', ['--rbind', '/dev', path.join(root, 'dev')]);
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', path.join(root, 'tmp')]);
  for (const volume of Object.keys(config.Volumes)) {
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

/** @param {Image} image */
function requireHealth(image) {
  const [kind, ...command] = image.config.Healthcheck?.Test ?? [];
  if (kind !== 'CMD') throw new Error('The image has no HEALTHCHECK with a list.');
  const started = performance.now();
  runIn(image, command);
  const ms = performance.now() - started;
  if (ms > HEALTHY_WITHIN_MS) throw new Error(`HEALTHCHECK took ${Math.round(ms)} ms.`);
}

/** @param {Image} image */
function requireReadOnly(image) {
  const places = Object.keys(image.config.Volumes).map((volume) => `${volume}/x`);
  const attempt = `! touch "$0/x" 2>/dev/null; touch /tmp/x ${places.join(' ')}`;
  runIn(image, ['/bin/sh', '-ec', attempt, image.config.WorkingDir]);
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
