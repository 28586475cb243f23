import { ADMIN_API } from '@halyard/contract/constants';
import { changesPerSecond, compareWriters, WRITERS } from './commit-load.ts';
import { KeepAliveConnection } from './measure/keep-alive-connection.ts';
import { describeMachine } from './measure/machine.ts';
import { median } from './measure/median.ts';
import { type Bar, printBars, printTable, round } from './measure/report.ts';
import { applyLoad } from './measure/request-load.ts';
import { ADMINISTRATOR_ENVIRONMENT, enrolAdministrator } from './product/administrator.ts';
import { startBenchDatabase } from './product/bench-database.ts';
import { type RunningServer, startServer } from './product/running-server.ts';

/**
 * `npm run bench:processes`: what a second process on the same database changes. Writes by one and eight writers while a commit
 * takes 10 ms, as with a synchronous standby, and the CPU time of a list request.
 */

const COMMIT_MS = 10;
const USERS = 1_000;
const CONNECTIONS_PER_PROCESS = 8;
const ROUNDS = 11;
const ROUND_SECONDS = 3;
const PRODUCT = new URL('../apps/server/src/main.ts', import.meta.url);

async function compareLists(processes: readonly RunningServer[], cookie: string): Promise<Bar> {
  const measured = { one: [] as number[], two: [] as number[] };
  const measure = async (servers: readonly RunningServer[]): Promise<number> => {
    const connections = await Promise.all(
      Array.from({ length: CONNECTIONS_PER_PROCESS * servers.length }, async (_, at) => {
        const { address } = servers[at % servers.length] ?? {};
        return await KeepAliveConnection.open(`${address}${ADMIN_API}/users`, { cookie });
      }),
    );
    const pids = servers.map(({ pid }) => pid);
    const { cpuMsPerRequest = Number.NaN } = await applyLoad(connections, { pids, seconds: ROUND_SECONDS });
    for (const connection of connections) connection.close();
    return cpuMsPerRequest;
  };
  for (let done = 0; done <= ROUNDS; done++) {
    const one = await measure(processes.slice(0, 1));
    const two = await measure(processes);
    if (done === 0) continue;
    measured.one.push(one);
    measured.two.push(two);
  }
  printTable(
    `Newest page of ${USERS} users, ${CONNECTIONS_PER_PROCESS} connections to each process, medians of ${ROUNDS} rounds`,
    [
      { processes: 'floor: one', 'CPU ms per request': round(median(measured.one)) },
      { processes: 'two', 'CPU ms per request': round(median(measured.two)) },
    ],
  );
  return {
    what: 'CPU time of a list request with two processes, as a multiple of one',
    value: median(measured.two.map((ms, at) => ms / (measured.one[at] ?? Number.NaN))),
    limit: { atMost: 1.05 },
  };
}

console.log(describeMachine());
const database = await startBenchDatabase({ users: USERS });
const { client } = database;
const environment = { DATABASE_URL: database.url, PORT: '0', ...ADMINISTRATOR_ENVIRONMENT };
const { rows } = await client.query<{ id: string }>(
  'SELECT id FROM users WHERE deleted_at IS NULL ORDER BY id',
);
const users = rows.map(({ id }) => id);

/** Signs the administrator in, too. */
async function measureCeiling() {
  const server = await startServer(PRODUCT, { name: 'process-0', environment });
  try {
    const session = await enrolAdministrator(server.address);
    const writing = { addresses: [server.address], users, session };
    await changesPerSecond(writing, WRITERS);
    return { session, ceiling: await changesPerSecond(writing, WRITERS) };
  } finally {
    await server.stop();
  }
}

const { session, ceiling } = await measureCeiling();
await client.query(`ALTER ROLE CURRENT_USER SET commit_delay = ${COMMIT_MS * 1_000}`);
await client.query('ALTER ROLE CURRENT_USER SET commit_siblings = 0');
const processes: RunningServer[] = [];
try {
  for (const name of ['process-1', 'process-2']) {
    processes.push(await startServer(PRODUCT, { name, environment }));
  }
  const addresses = processes.map(({ address }) => address);
  printBars([
    ...(await compareWriters({ addresses, users, session }, { commitMs: COMMIT_MS, ceiling })),
    await compareLists(processes, session.cookie),
  ]);
} finally {
  for (const { stop } of processes) await stop();
  await client.query('ALTER ROLE CURRENT_USER RESET commit_delay');
  await client.query('ALTER ROLE CURRENT_USER RESET commit_siblings');
  await database.stop();
}
