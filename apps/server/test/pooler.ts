import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SocketConnection } from '../src/infra/db/database-connection.ts';
import { listenOn, unusedPort } from './loopback-ports.ts';
import { PRODUCT_ACCOUNT } from './template-database.ts';

/** From Debian's package. Undefined if it is not installed. */
export const PGBOUNCER = ['/usr/sbin/pgbouncer', 'pgbouncer'].find(
  (file) => spawnSync(file, ['-V']).status === 0,
);

const NOBODY = 65_534;

export interface Pooler {
  readonly urlOf: (database: string) => string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts PgBouncer for all databases of a server and the accounts of the tests. It cannot run as root, and so cannot use
 * the server's socket.
 */
export async function startPooler(
  { host, port, user }: SocketConnection,
  mode: 'session' | 'transaction',
): Promise<Pooler> {
  const forward = createServer((socket) => {
    const target = connect(join(host, `.s.PGSQL.${port}`));
    for (const side of [socket, target]) side.on('error', () => undefined);
    socket.pipe(target).pipe(socket);
  });
  const directory = await mkdtemp(join(tmpdir(), 'halyard-pooler-'));
  await chmod(directory, 0o755);
  const settings = join(directory, 'pgbouncer.ini');
  const accounts = join(directory, 'accounts.txt');
  const [serverPort, poolerPort] = [await listenOn(forward), await unusedPort()];
  await writeFile(accounts, [user, PRODUCT_ACCOUNT].map((name) => `"${name}" ""\n`).join(''));
  await writeFile(
    settings,
    `[databases]\n* = host=127.0.0.1 port=${serverPort}\n[pgbouncer]\nauth_type = trust\nauth_file = ${accounts}\n` +
      `listen_addr = 127.0.0.1\nlisten_port = ${poolerPort}\nunix_socket_dir =\npool_mode = ${mode}\n` +
      `max_client_conn = 1000\nserver_idle_timeout = 5\nignore_startup_parameters = options\n`,
  );
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const pooler = spawn(PGBOUNCER ?? 'pgbouncer', [settings], { ...account, stdio: 'ignore' });
  const stop = async () => {
    const closed = once(pooler, 'close');
    pooler.kill('SIGKILL');
    await closed;
    forward.close();
    await rm(directory, { recursive: true });
  };
  return { urlOf: (database) => `postgres://${user}@127.0.0.1:${poolerPort}/${database}`, stop };
}
