import { fastest } from './floors/fastest.ts';
import { KeepAliveConnection } from './measure/keep-alive-connection.ts';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { timed, warmUp } from './measure/timed.ts';
import type { ServerPair } from './product/server-pair.ts';

const ROUNDS = 15;

export interface ComparedRequest {
  readonly url: string;
  /** Equivalent statements for the rows. */
  readonly pages: readonly string[];
  /** Equivalent statements for the total, if it has to be counted. */
  readonly counts: readonly string[];
  readonly found?: number;
}

export interface RequestPair {
  readonly what: string;
  readonly many: ComparedRequest;
  readonly few: ComparedRequest;
  /** Time limit with many rows. */
  readonly withinMs: number;
}

interface Prepared {
  readonly apiMs: () => Promise<number>;
  readonly sqlMs: () => Promise<number>;
  readonly floorMs: () => Promise<number>;
  readonly close: () => void;
}

/** Compares the product with a minimal server that runs the fastest SQL, and with itself on fewer rows. */
export async function compareRequests(
  { title, fewer }: { readonly title: string; readonly fewer: string },
  { large, small }: { readonly large: ServerPair; readonly small: ServerPair },
  pairs: AsyncIterable<RequestPair>,
): Promise<Bar[]> {
  const table: Record<string, string | number>[] = [];
  const bars: Bar[] = [];
  for await (const { what, many, few, withinMs } of pairs) {
    const [ofMany, ofFew] = [await prepare(large, many), await prepare(small, few)];
    // Measured apart from the SQL, which evicts the CPU caches.
    const [apiMs = Number.NaN, fewMs = Number.NaN] = await mediansOf([ofMany.apiMs, ofFew.apiMs]);
    const [sqlMs = Number.NaN, floorMs = Number.NaN] = await mediansOf([ofMany.sqlMs, ofMany.floorMs]);
    ofMany.close();
    ofFew.close();
    table.push({
      request: what,
      ...(many.found === undefined ? {} : { found: many.found }),
      'SQL ms': round(sqlMs),
      'floor ms': round(floorMs),
      'API ms': round(apiMs),
      'times SQL': round(apiMs / sqlMs),
      'times floor': round(apiMs / floorMs),
      [`API ms at ${fewer}`]: round(fewMs),
      [`times ${fewer}`]: round(apiMs / fewMs),
    });
    bars.push({ what: `${title}, ${what}, times the floor`, value: apiMs / floorMs, limit: { atMost: 3 } });
    // Counting takes longer with more matches, so this limit is only for requests without a count.
    if (many.counts.length === 0) {
      bars.push({
        what: `${title}, ${what}, times ${fewer}`,
        value: apiMs / fewMs,
        limit: { atMost: 2 },
      });
    }
    bars.push({ what: `${title}, ${what}`, value: apiMs, limit: { atMost: withinMs }, unit: ' ms' });
  }
  printTable(`${title}, median of ${ROUNDS} rounds`, table);
  return bars;
}

/** Returns the median of each measurement. Alternates them, so that a load spike affects all. */
async function mediansOf(measurements: readonly (() => Promise<number>)[]): Promise<number[]> {
  for (const measure of measurements) await warmUp(measure);
  const times = measurements.map((): number[] => []);
  for (let done = 0; done < ROUNDS; done++) {
    for (const [index, measure] of measurements.entries()) times[index]?.push(await measure());
  }
  return times.map(median);
}

async function prepare(
  { cookie, database: { client }, connectToFloor }: ServerPair,
  { url, pages, counts }: ComparedRequest,
): Promise<Prepared> {
  const statements = [await fastest(client, pages)];
  if (counts.length > 0) statements.push(await fastest(client, counts));
  const connection = await KeepAliveConnection.open(url, { cookie });
  const floor = await connectToFloor(statements);
  return {
    apiMs: async () => await timed(async () => await connection.request()),
    sqlMs: async () =>
      await timed(async () => {
        for (const text of statements) await client.query(text);
      }),
    floorMs: async () => await timed(async () => await floor.request()),
    close: () => {
      connection.close();
      floor.close();
    },
  };
}
