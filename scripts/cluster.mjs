import { once } from 'node:events';
import path from 'node:path';
import { bootstrap, main } from './bootstrap.mjs';
import { startCluster } from './start-cluster.mjs';

/**
 * `npm run cluster [-- DIRECTORY]`: starts PostgreSQL under Patroni with etcd and a synchronous standby, PgBouncer in
 * transaction mode, and two processes of Halyard behind HAProxy, all on this machine. It needs Debian's packages
 * postgresql, patroni, etcd-server, pgbouncer and haproxy. Ctrl+C stops all.
 */
await main(async () => {
  const { node, env } = await bootstrap();
  const [directory = path.join('data', 'cluster')] = process.argv.slice(2);
  const cluster = await startCluster({ directory: path.resolve(directory), node, env });
  process.stdout.write(`ready on ${cluster.address}\n`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await cluster.stop();
  return 0;
});
