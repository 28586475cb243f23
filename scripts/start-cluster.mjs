import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { REPOSITORY } from './repository.mjs';

const TEMPLATES = path.join(REPOSITORY, 'deploy', 'cluster');
const POSTGRES_VERSIONS = '/usr/lib/postgresql';
const FIRST_PORT = 7400;
const NOBODY = 65_534;
const PATIENCE_MS = 90_000;
const MEMBERS = /** @type {const} */ (['one', 'two', 'three']);

/** Ports by name, as in the files of `deploy/cluster`. */
const PORTS = Object.fromEntries(
  [
    'ETCD_PORT',
    'ETCD_PEER_PORT',
    ...['PORT', 'REST_PORT'].flatMap((name) => MEMBERS.map((member) => `${name}_${member.toUpperCase()}`)),
    'PRIMARY_PORT',
    'POOLER_PORT',
    'PROCESS_ONE_PORT',
    'PROCESS_TWO_PORT',
    'HALYARD_PORT',
  ].map((name, index) => [name, FIRST_PORT + index]),
);

/**
 * @typedef {object} Cluster
 * @property {string} address of Halyard behind HAProxy
 * @property {string} ownerUrl of the primary, for commands
 * @property {string} dataDir of the first process of Halyard
 * @property {(member: string) => void} kill kills a member of PostgreSQL with its Patroni, as if its machine was gone
 * @property {(member: string) => void} startMember
 * @property {() => Promise<string | undefined>} primary the member that is the primary now
 * @property {() => Promise<string | undefined>} synchronousStandby the member that has each acknowledged write
 * @property {(process: number) => Promise<void>} restartHalyard
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a cluster on this machine, with new passwords and empty databases if the directory is new.
 * @param {{ directory: string, node: string, env: NodeJS.ProcessEnv, settings?: Record<string, string> }} options
 *   `settings` are variables of Halyard
 * @returns {Promise<Cluster>}
 */
export async function startCluster({ directory, node, env, settings = {} }) {
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  mkdirSync(directory, { recursive: true });
  if (account.uid !== undefined) chownSync(directory, account.uid, account.gid);
  const secrets = secretsOf(directory);
  const values = { ...PORTS, ...secrets, DIRECTORY: directory, BIN_DIRECTORY: postgresPrograms() };
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  const running = new Map();

  /** @param {string} name @param {string} command @param {readonly string[]} args @param {object} [options] */
  function start(name, command, args, options = account) {
    const log = createWriteStream(path.join(directory, `${name}.log`), { flags: 'a' });
    // A group of its own, so that a member is killed with all its processes.
    const child = spawn(command, args, {
      cwd: directory,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: env['PATH'], LC_ALL: 'C.UTF-8' },
      ...options,
    });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    running.set(name, child);
  }

  /** Writes a file with passwords, for the account that the programs run as. @param {string} file @param {string} text */
  function writePrivate(file, text) {
    rmSync(file, { force: true });
    writeFileSync(file, text, { mode: 0o600 });
    if (account.uid !== undefined) chownSync(file, account.uid, account.gid);
  }

  /** @param {string} template @param {Record<string, string | number>} [more] */
  function configure(template, more = {}) {
    const name = more['MEMBER'] === undefined ? template : `${more['MEMBER']}-${template}`;
    const file = path.join(directory, name);
    writePrivate(file, filled(readFileSync(path.join(TEMPLATES, template), 'utf8'), { ...values, ...more }));
    return file;
  }

  /** @param {string} member */
  function startMember(member) {
    const upper = member.toUpperCase();
    const own = {
      MEMBER: member,
      PORT: `${PORTS[`PORT_${upper}`]}`,
      REST_PORT: `${PORTS[`REST_PORT_${upper}`]}`,
    };
    start(member, 'patroni', [configure('patroni.yaml', own)]);
  }

  /** @param {string} member */
  function kill(member) {
    const pid = running.get(member)?.pid;
    if (pid === undefined) throw new Error(`${member} does not run`);
    const postmaster = readFileSync(path.join(directory, member, 'postmaster.pid'), 'utf8').split('\n')[0];
    for (const each of [pid, Number(postmaster)]) process.kill(each, 'SIGKILL');
  }

  /** @param {number} number 1 or 2 */
  function startHalyard(number) {
    const port = number === 1 ? PORTS['PROCESS_ONE_PORT'] : PORTS['PROCESS_TWO_PORT'];
    start(`halyard-${number}`, node, [path.join(REPOSITORY, 'apps', 'server', 'src', 'main.ts')], {
      env: {
        PATH: env['PATH'],
        UV_THREADPOOL_SIZE: '8',
        PORT: `${port}`,
        DATA_DIR: path.join(directory, `halyard-${number}`),
        DATABASE_URL: `postgres://halyard:${secrets.PASSWORD}@127.0.0.1:${PORTS['POOLER_PORT']}/halyard`,
        DATABASE_POOLER: 'transaction',
        DATABASE_URL_OWNER: `postgres://halyard_owner:${secrets.OWNER_PASSWORD}@127.0.0.1:${PORTS['PRIMARY_PORT']}/halyard`,
        MASTER_KEY: secrets.MASTER_KEY,
        PUBLIC_URL: `http://127.0.0.1:${PORTS['HALYARD_PORT']}`,
        TRUSTED_PROXIES: '127.0.0.1',
        DRAIN_SECONDS: '3',
        ...settings,
      },
    });
  }

  /** @param {'primary' | 'sync'} role */
  async function memberWith(role) {
    for (const member of MEMBERS) {
      const url = `http://127.0.0.1:${PORTS[`REST_PORT_${member.toUpperCase()}`]}/${role}`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
      if (answer?.status === 200) return member;
    }
    return undefined;
  }

  /** @param {string} name @param {NodeJS.Signals} signal */
  async function end(name, signal) {
    const child = running.get(name);
    running.delete(name);
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  const isReady = async (/** @type {number | string | undefined} */ port) =>
    (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status === 200;

  async function stop() {
    for (const name of ['halyard-1', 'halyard-2', 'pgbouncer', 'haproxy', ...MEMBERS, 'etcd']) {
      await end(name, name === 'pgbouncer' ? 'SIGINT' : 'SIGTERM');
    }
  }

  async function startAll() {
    start('etcd', 'etcd', [
      ...['--name', 'one', '--data-dir', path.join(directory, 'etcd')],
      ...['--listen-client-urls', `http://127.0.0.1:${PORTS['ETCD_PORT']}`],
      ...['--advertise-client-urls', `http://127.0.0.1:${PORTS['ETCD_PORT']}`],
      ...['--listen-peer-urls', `http://127.0.0.1:${PORTS['ETCD_PEER_PORT']}`],
      ...['--initial-advertise-peer-urls', `http://127.0.0.1:${PORTS['ETCD_PEER_PORT']}`],
      ...['--initial-cluster', `one=http://127.0.0.1:${PORTS['ETCD_PEER_PORT']}`],
    ]);
    for (const member of MEMBERS) startMember(member);
    writePrivate(path.join(directory, 'pgbouncer-users.txt'), `"halyard" "${secrets.PASSWORD}"\n`);
    start('haproxy', 'haproxy', ['-f', configure('haproxy.cfg')]);
    start('pgbouncer', 'pgbouncer', [configure('pgbouncer.ini')]);
    await until('a primary with a synchronous standby', async () => (await memberWith('sync')) !== undefined);
    createDatabase(configure('database.sql'), { directory, values });
    for (const number of [1, 2]) startHalyard(number);
    await until('two processes of Halyard', async () => {
      return (await isReady(PORTS['PROCESS_ONE_PORT'])) && (await isReady(PORTS['PROCESS_TWO_PORT']));
    });
  }

  try {
    await startAll();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    address: `http://127.0.0.1:${PORTS['HALYARD_PORT']}`,
    ownerUrl: `postgres://halyard_owner:${secrets.OWNER_PASSWORD}@127.0.0.1:${PORTS['PRIMARY_PORT']}/halyard`,
    dataDir: path.join(directory, 'halyard-1'),
    kill,
    startMember,
    primary: async () => await memberWith('primary'),
    synchronousStandby: async () => await memberWith('sync'),
    async restartHalyard(number) {
      await end(`halyard-${number}`, 'SIGTERM');
      startHalyard(number);
      const port = number === 1 ? PORTS['PROCESS_ONE_PORT'] : PORTS['PROCESS_TWO_PORT'];
      await until(`process ${number} of Halyard`, async () => await isReady(port));
    },
    stop,
  };
}

/** @param {string} directory with the secrets of an earlier start, or none */
function secretsOf(directory) {
  const file = path.join(directory, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const names = ['SUPERUSER', 'REPLICATION', 'REWIND', 'OWNER'].map((name) => `${name}_PASSWORD`);
  const made = Object.fromEntries(
    [...names, 'PASSWORD'].map((name) => [name, randomBytes(24).toString('hex')]),
  );
  const secrets = { ...made, MASTER_KEY: randomBytes(32).toString('base64') };
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
  return secrets;
}

/** @param {string} text @param {Record<string, string | number>} values */
function filled(text, values) {
  return text.replaceAll(/@([A-Z_…]+)@/g, (whole, name) => String(values[name] ?? whole));
}

/** @returns {string} the folder of the newest installed PostgreSQL */
function postgresPrograms() {
  const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
  const newest = versions.map(Number).toSorted((one, other) => other - one)[0];
  if (newest === undefined) throw new Error('install the package postgresql first');
  return path.join(POSTGRES_VERSIONS, String(newest), 'bin');
}

/** @param {string} file @param {{ directory: string, values: Record<string, string | number> }} where */
function createDatabase(file, { directory, values }) {
  const url = `postgres://postgres:${values['SUPERUSER_PASSWORD']}@127.0.0.1:${values['PRIMARY_PORT']}/postgres`;
  const psql = path.join(String(values['BIN_DIRECTORY']), 'psql');
  /** @param {readonly string[]} args */
  const run = (args) =>
    spawnSync(psql, ['--no-psqlrc', '-v', 'ON_ERROR_STOP=1', '-At', url, ...args], { encoding: 'utf8' });
  const found = run(['-c', "SELECT 1 FROM pg_database WHERE datname = 'halyard'"]);
  if (found.stdout.trim() === '1') return;
  const { status, stderr } = run(['-f', file]);
  if (status !== 0) throw new Error(`the database could not be created, see ${directory}: ${stderr}`);
}

/** @param {string} what @param {() => Promise<boolean>} holds */
async function until(what, holds) {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`${what}: not there after ${PATIENCE_MS / 1_000} s`);
    await sleep(200);
  }
}
