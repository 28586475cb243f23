import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { SocketConnection } from './database-connection.ts';
import { waitForDatabase } from './wait-for-database.ts';

const NOBODY = 65_534;
const PGBOUNCER = ['/usr/sbin/pgbouncer', 'pgbouncer'].find((file) => spawnSync(file, ['-V']).status === 0);

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ empty: true });
});
afterAll(async () => await test.drop());

const wait = async (connectionString: string) =>
  await waitForDatabase({ connection: { connectionString }, log: createRecordingLog().log });

it('waitForDatabase explains that a pooler refuses a parameter', async () => {
  // The answer of PgBouncer to a connection with `options`.
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options', ''].join('\0');
  const body = Buffer.from(`${fields}\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  const stub = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, body])));
    socket.on('error', () => undefined);
  });
  await expect(wait(`postgres://halyard@127.0.0.1:${await listenOn(stub)}/halyard`)).rejects.toMatchObject({
    name: 'StartupError',
    message:
      'DATABASE_URL: the pooler refused the connection (unsupported startup parameter: options). Connect to PostgreSQL itself, or to a pooler in session mode.',
  });
  stub.close();
});

it.skipIf(PGBOUNCER === undefined)(
  'waitForDatabase accepts PgBouncer in session mode and explains why transaction mode does not work',
  async () => {
    for (const mode of ['session', 'transaction'] as const) {
      await withPooler(mode, async (url) => {
        if (mode === 'session') return await wait(url);
        await expect(wait(url)).rejects.toMatchObject({
          name: 'StartupError',
          message:
            'DATABASE_URL: a pooler shares sessions. Connect to PostgreSQL itself, or to a pooler in session mode.',
        });
      });
    }
  },
);

/** Runs `work` with the address of a PgBouncer, which cannot run as root and so cannot use the database's socket. */
async function withPooler(mode: string, work: (url: string) => Promise<void>): Promise<void> {
  const { host, port, user, database } = test.connection as SocketConnection;
  const forward = createServer((socket) => {
    const target = connect(join(host, `.s.PGSQL.${port}`));
    for (const side of [socket, target]) side.on('error', () => undefined);
    socket.pipe(target).pipe(socket);
  });
  const directory = await mkdtemp(join(tmpdir(), 'halyard-pooler-'));
  await chmod(directory, 0o755);
  const settings = join(directory, 'pgbouncer.ini');
  const [serverPort, poolerPort] = [await listenOn(forward), await unusedPort()];
  await writeFile(
    settings,
    `[databases]\n${database} = host=127.0.0.1 port=${serverPort} user=${user}\n[pgbouncer]\nauth_type = any\n` +
      `listen_addr = 127.0.0.1\nlisten_port = ${poolerPort}\nunix_socket_dir =\npool_mode = ${mode}\n`,
  );
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const pooler = spawn(PGBOUNCER ?? '', [settings], { ...account, stdio: 'ignore' });
  try {
    await work(`postgres://${user}@127.0.0.1:${poolerPort}/${database}`);
  } finally {
    pooler.kill('SIGKILL');
    await once(pooler, 'close');
    forward.close();
    await rm(directory, { recursive: true });
  }
}

async function listenOn(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function unusedPort(): Promise<number> {
  const server = createServer();
  const port = await listenOn(server);
  server.close();
  return port;
}
