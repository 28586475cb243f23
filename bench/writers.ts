import { randomInt } from 'node:crypto';
import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';
import { describeMachine } from './measure/machine.ts';
import { median } from './measure/median.ts';
import { printBars, printTable, round } from './measure/report.ts';
import {
  ADMINISTRATOR_ENVIRONMENT,
  type EnrolledAdministrator,
  enrolAdministrator,
} from './product/administrator.ts';
import { startBenchDatabase } from './product/bench-database.ts';
import { startServer } from './product/running-server.ts';

/**
 * `npm run bench:writers`: changes of user settings by one and eight writers, through one and two processes, while a commit
 * takes 10 ms as with a synchronous standby.
 */

const COMMIT_MICROSECONDS = 10_000;
const WRITERS = 8;
const ROUNDS = 7;
const ROUND_MS = 4_000;
const USERS = 1_000;
const PRODUCT = new URL('../apps/server/src/main.ts', import.meta.url);

interface Writing {
  readonly addresses: readonly string[];
  readonly users: readonly string[];
  readonly session: EnrolledAdministrator;
}

/** Starts at a random value, because writing an unchanged value would do nothing. */
let changes = randomInt(1_000_000_000);

function nextValue(): number {
  changes = (changes + 1) % 1_000_000_000;
  return changes;
}

/** Returns the changes per second of writers that take turns with the processes. */
async function changesPerSecond({ addresses, users, session }: Writing, writers: number): Promise<number> {
  const startedAt = performance.now();
  let made = 0;
  const write = async (writer: number) => {
    for (let turn = 0; performance.now() - startedAt < ROUND_MS; turn++) {
      // Writers share no user, whose row they would wait for.
      const user = users[writer + WRITERS * (turn % Math.floor(users.length / WRITERS))];
      const response = await fetch(
        `${addresses[writer % addresses.length]}${ADMIN_API}/users/${user}/settings`,
        {
          method: 'PUT',
          headers: {
            cookie: session.cookie,
            [CSRF_HEADER]: session.csrfToken,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ maxMerchants: nextValue() }),
        },
      );
      if (!response.ok) throw new Error(`a change returned ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
      made++;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return (made * 1_000) / (performance.now() - startedAt);
}

console.log(describeMachine());
const database = await startBenchDatabase({ users: USERS });
const { client } = database;
const environment = { DATABASE_URL: database.url, PORT: '0', ...ADMINISTRATOR_ENVIRONMENT };
await client.query(`ALTER ROLE CURRENT_USER SET commit_delay = ${COMMIT_MICROSECONDS}`);
await client.query('ALTER ROLE CURRENT_USER SET commit_siblings = 0');
const processes = [
  await startServer(PRODUCT, { name: 'writers-1', environment }),
  await startServer(PRODUCT, { name: 'writers-2', environment }),
];
try {
  const [first = ''] = processes.map(({ address }) => address);
  const session = await enrolAdministrator(first);
  const { rows } = await client.query<{ uuid: string }>(
    'SELECT id AS uuid FROM users WHERE deleted_at IS NULL ORDER BY id',
  );
  const users = rows.map(({ uuid }) => uuid);
  const one = { addresses: [first], users, session };
  const two = { addresses: processes.map(({ address }) => address), users, session };
  const rates = { one: [] as number[], eight: [] as number[], shared: [] as number[] };
  // The first round warms the processes up.
  for (let done = 0; done <= ROUNDS; done++) {
    const measured = {
      one: await changesPerSecond(one, 1),
      eight: await changesPerSecond(one, WRITERS),
      shared: await changesPerSecond(two, WRITERS),
    };
    if (done === 0) continue;
    for (const name of ['one', 'eight', 'shared'] as const) rates[name].push(measured[name]);
  }
  printTable(`Changes per second with a commit of 10 ms, medians of ${ROUNDS} rounds`, [
    { writers: 'one', 'changes/s': round(median(rates.one)) },
    { writers: `${WRITERS}, one process`, 'changes/s': round(median(rates.eight)) },
    { writers: `${WRITERS}, two processes`, 'changes/s': round(median(rates.shared)) },
  ]);
  printBars([
    {
      what: `${WRITERS} writers, as a multiple of one`,
      value: median(rates.eight.map((rate, at) => rate / (rates.one[at] ?? Number.NaN))),
      limit: { atLeast: 5 },
    },
    {
      what: 'two processes, as a multiple of one',
      value: median(rates.shared.map((rate, at) => rate / (rates.eight[at] ?? Number.NaN))),
      limit: { atLeast: 0.95 },
    },
  ]);
} finally {
  for (const { stop } of processes) await stop();
  await client.query('ALTER ROLE CURRENT_USER RESET commit_delay');
  await client.query('ALTER ROLE CURRENT_USER RESET commit_siblings');
  await database.stop();
}
