import { ADMIN_API } from '@halyard/contract/constants';
import { KeepAliveConnection } from './measure/keep-alive-connection.ts';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { applyLoad, type LoadResult } from './measure/request-load.ts';
import type { RunningServer } from './product/running-server.ts';

const CONNECTIONS = 16;
const ROUNDS = 7;
const ROUND_SECONDS = 4;
const WARM_UP_SECONDS = 3;

/** Measures a list request under load, alternating between the product and its floor. */
export async function compareListLoad({
  product,
  floor,
  cookie,
}: {
  readonly product: RunningServer;
  readonly floor: RunningServer;
  readonly cookie: string;
}): Promise<Bar> {
  await load(floor, cookie, WARM_UP_SECONDS);
  await load(product, cookie, WARM_UP_SECONDS);
  const ofFloor: LoadResult[] = [];
  const ofProduct: LoadResult[] = [];
  const ratios: number[] = [];
  for (let done = 0; done < ROUNDS; done++) {
    const floorResult = await load(floor, cookie, ROUND_SECONDS);
    const productResult = await load(product, cookie, ROUND_SECONDS);
    ofFloor.push(floorResult);
    ofProduct.push(productResult);
    ratios.push(productResult.requestsPerSecond / floorResult.requestsPerSecond);
  }
  printTable(
    `One list request: session check and 20 of 1,000,000 users, ${CONNECTIONS} connections, median of ${ROUNDS} rounds`,
    [rowOf('floor: node:http and pg, no total', ofFloor), rowOf('Halyard, with the exact total', ofProduct)],
  );
  console.log(`  times the floor: ${round(median(ratios))} (rounds: ${ratios.map(round).join(' ')})`);
  return {
    what: 'newest page of users under load, requests per second, times the floor',
    value: median(ratios),
    limit: { atLeast: 0.6 },
  };
}

async function load({ address, pid }: RunningServer, cookie: string, seconds: number): Promise<LoadResult> {
  const url = `${address}${ADMIN_API}/users`;
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => await KeepAliveConnection.open(url, { cookie })),
  );
  const result = await applyLoad(connections, { pids: [pid], seconds });
  for (const connection of connections) connection.close();
  return result;
}

function rowOf(server: string, results: readonly LoadResult[]) {
  return {
    server,
    'requests/s': round(median(results.map(({ requestsPerSecond }) => requestsPerSecond))),
    'p99 ms': round(median(results.map(({ p99Ms }) => p99Ms))),
    'server CPU ms per request': round(
      median(results.map(({ cpuMsPerRequest }) => cpuMsPerRequest ?? Number.NaN)),
    ),
  };
}
