import { ADMIN_API } from '@halyard/contract/constants';
import { median, quantile } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { timed } from './measure/timed.ts';
import type { ServerPair } from './product/server-pair.ts';
import { recordCases } from './record-cases.ts';

/** Each case has this many requests, which differ where people look at different records. */
const ROUNDS = 40;

/** Times each kind of request next to a minimal server that runs hand-written SQL for the same rows. */
export async function compareRecords({
  address,
  cookie,
  database,
  connectToFloor,
}: ServerPair): Promise<Bar[]> {
  const table: Record<string, string | number>[] = [];
  const bars: Bar[] = [];
  const request = async (path: string) => {
    const response = await fetch(`${address}${ADMIN_API}${path}`, { headers: { cookie } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text}`);
  };
  for (const { what, requests, withinMs } of await recordCases(database.client)) {
    const apiMs: number[] = [];
    const floorMs: number[] = [];
    for (let done = 0; done < ROUNDS; done++) {
      const next = requests[done % requests.length];
      if (next === undefined) throw new Error(`${what} has no requests`);
      apiMs.push(await timed(() => request(next.path)));
      const floor = await connectToFloor([next.floor]);
      await floor.request();
      floorMs.push(await timed(() => floor.request()));
      floor.close();
    }
    table.push({
      request: what,
      'first ms': round(apiMs[0] ?? Number.NaN),
      'median ms': round(median(apiMs)),
      'p95 ms': round(quantile(apiMs, 0.95)),
      'floor ms': round(median(floorMs)),
      'times floor': round(median(apiMs) / median(floorMs)),
    });
    bars.push({ what, value: median(apiMs), limit: { atMost: withinMs }, unit: ' ms' });
  }
  printTable(`Orders, transactions and search, ${ROUNDS} requests each`, table);
  return bars;
}
