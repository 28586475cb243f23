import { ADMIN_API } from '@halyard/contract/constants';
import type { ListedSide } from './compare-lists.ts';
import { floorStatements } from './floors/list-floor.ts';
import { quickest } from './floors/quickest.ts';
import { KeptConnection } from './measure/kept-connection.ts';
import { median } from './measure/median.ts';
import { printTable, round } from './measure/report.ts';
import { timed, warmUp } from './measure/timed.ts';
import { startServer } from './product/running-server.ts';

const ROUNDS = 101;
const LEAST_SERVER = new URL('floors/list-server.ts', import.meta.url);

/**
 * The newest page of users in turn: its SQL alone, the least code that looks a session up and answers with it over HTTP,
 * and Halyard. It tells how much of what the API adds to the SQL any server would add.
 */
export async function compareLeastServer(
  { address, cookie, database }: ListedSide,
  firstCore: boolean,
): Promise<void> {
  const server = await startServer(LEAST_SERVER, { environment: { DATABASE_URL: database.url }, firstCore });
  const least = await KeptConnection.open(server.address, { cookie });
  const product = await KeptConnection.open(`${address}${ADMIN_API}/users`, { cookie });
  const newest = { offset: 0, search: '', sort: 'newest' } as const;
  const page = await quickest(database.client, await floorStatements(database.client, 'users', newest));
  const ways = [
    { way: 'SQL alone', ask: async () => void (await database.client.query(page)), times: [] as number[] },
    { way: 'least code over HTTP', ask: () => least.ask(), times: [] as number[] },
    { way: 'Halyard', ask: () => product.ask(), times: [] as number[] },
  ];
  for (const { ask } of ways) await warmUp(ask);
  for (let done = 0; done < ROUNDS; done++) {
    for (const { ask, times } of ways) times.push(await timed(ask));
  }
  least.close();
  product.close();
  await server.stop();
  const [sqlMs = Number.NaN] = ways.map(({ times }) => median(times));
  printTable(
    `The newest page of users, median of ${ROUNDS} rounds`,
    ways.map(({ way, times }) => ({
      way,
      ms: round(median(times)),
      'of the SQL': round(median(times) / sqlMs),
    })),
  );
}
