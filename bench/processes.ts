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
const FLOOR = new URL('floors/list-server.ts', import.meta.url);

/** CPU time of a list request to one and to both of two servers on one database, in milliseconds, and the median ratio. */
async function compareLists(servers: readonly RunningServer[], cookie: string) {
  const measure = async (asked: readonly RunningServer[]): Promise<number> => {
    const connections = await Promise.all(
      Array.from({ length: CONNECTIONS_PER_PROCESS * asked.length }, async (_, at) => {
        const { address } = asked[at % asked.length] ?? {};
        return await KeepAliveConnection.open(`${address}${ADMIN_API}/users`, { cookie });
      }),
    );
    const pids = asked.map(({ pid }) => pid);
    const { cpuMsPerRequest = Number.NaN } = await applyLoad(connections, { pids, seconds: ROUND_SECONDS });
    for (const connection of connections) connection.close();
    return cpuMsPerRequest;
  };
  const rounds: { one: number; two: number }[] = [];
  for (let done = 0; done <= ROUNDS; done++) {
    const round = { one: await measure(servers.slice(0, 1)), two: await measure(servers) };
    if (done > 0) rounds.push(round);
  }
  return {
    one: median(rounds.map(({ one }) => one)),
    two: median(rounds.map(({ two }) => two)),
    ratio: median(rounds.map(({ one, two }) => two / one)),
  };
}

async function measureLists(
  { product, floor }: { product: readonly RunningServer[]; floor: readonly RunningServer[] },
  cookie: string,
): Promise<Bar> {
  const measured = {
    'floor: only the statements': await compareLists(floor, cookie),
    halyard: await compareLists(product, cookie),
  };
  printTable(
    `CPU ms per request for the newest page of ${USERS} users, ${CONNECTIONS_PER_PROCESS} connections to each process, medians of ${ROUNDS} rounds`,
    Object.entries(measured).map(([server, { one, two, ratio }]) => ({
      server,
      'one process': round(one),
      'two processes': round(two),
      ratio: round(ratio),
    })),
  );
  return {
    what: 'CPU time of a list request with two processes, as a multiple of one',
    value: measured.halyard.ratio,
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
const floor: RunningServer[] = [];
try {
  for (const at of [1, 2]) {
    processes.push(await startServer(PRODUCT, { name: `process-${at}`, environment }));
    floor.push(await startServer(FLOOR, { name: `floor-${at}`, environment }));
  }
  const addresses = processes.map(({ address }) => address);
  printBars([
    ...(await compareWriters({ addresses, users, session }, { commitMs: COMMIT_MS, ceiling })),
    await measureLists({ product: processes, floor }, session.cookie),
  ]);
} finally {
  for (const { stop } of [...processes, ...floor]) await stop();
  await client.query('ALTER ROLE CURRENT_USER RESET commit_delay');
  await client.query('ALTER ROLE CURRENT_USER RESET commit_siblings');
  await database.stop();
}
