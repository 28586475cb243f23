import { quickest } from './floors/quickest.ts';
import { KeptConnection } from './measure/kept-connection.ts';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { timed, warmUp } from './measure/timed.ts';
import type { ListedSide } from './product/listed-side.ts';

const ROUNDS = 15;

/** A request of the product, and what it is held against. */
export interface ComparedRequest {
  readonly url: string;
  /** Ways to the rows that it answers with, as SQL. */
  readonly pages: readonly string[];
  /** Ways to their number, where that has to be counted. */
  readonly counts: readonly string[];
  readonly found?: number;
}

/** The same request to many rows and to fewer. */
export interface RequestPair {
  readonly what: string;
  readonly many: ComparedRequest;
  readonly few: ComparedRequest;
}

interface Prepared {
  readonly askMs: () => Promise<number>;
  readonly sqlMs: () => Promise<number>;
  readonly leastMs: () => Promise<number>;
  readonly close: () => void;
}

/**
 * Measures pairs of requests in turn: the product, and its floor: the least server that looks a session up and sends the
 * best SQL for the same rows. That SQL by itself tells how much of both is HTTP.
 */
export async function compareRequests(
  { title, fewer, withinMs }: { readonly title: string; readonly fewer: string; readonly withinMs?: number },
  { large, small }: { readonly large: ListedSide; readonly small: ListedSide },
  pairs: AsyncIterable<RequestPair>,
): Promise<Bar[]> {
  const table: Record<string, string | number>[] = [];
  const bars: Bar[] = [];
  for await (const { what, many, few } of pairs) {
    const [ofMany, ofFew] = [await prepare(large, many), await prepare(small, few)];
    // Apart from the SQL: what reads much by itself leaves the processor's caches to nobody.
    const [apiMs = Number.NaN, fewMs = Number.NaN] = await medianOf([ofMany.askMs, ofFew.askMs]);
    const [sqlMs = Number.NaN, leastMs = Number.NaN] = await medianOf([ofMany.sqlMs, ofMany.leastMs]);
    ofMany.close();
    ofFew.close();
    table.push({
      request: what,
      ...(many.found === undefined ? {} : { found: many.found }),
      'SQL ms': round(sqlMs),
      'floor ms': round(leastMs),
      'API ms': round(apiMs),
      'of the SQL': round(apiMs / sqlMs),
      'of the floor': round(apiMs / leastMs),
      [`API ms at ${fewer}`]: round(fewMs),
      'of fewer': round(apiMs / fewMs),
    });
    bars.push({ what: `${title}, ${what}: times the floor`, value: apiMs / leastMs, limit: { atMost: 3 } });
    // Counting takes time in proportion to the matches.
    if (many.counts.length === 0) {
      bars.push({
        what: `${title}, ${what}: times that of ${fewer}`,
        value: apiMs / fewMs,
        limit: { atMost: 2 },
      });
    }
    if (withinMs !== undefined) {
      bars.push({ what: `${title}, ${what}`, value: apiMs, limit: { atMost: withinMs }, unit: ' ms' });
    }
  }
  printTable(`${title}, median of ${ROUNDS} rounds`, table);
  return bars;
}

/** Of rounds in which each has its turn. */
async function medianOf(ways: readonly (() => Promise<number>)[]): Promise<number[]> {
  for (const way of ways) await warmUp(way);
  const times = ways.map((): number[] => []);
  for (let done = 0; done < ROUNDS; done++) {
    for (const [index, way] of ways.entries()) times[index]?.push(await way());
  }
  return times.map(median);
}

async function prepare(
  { cookie, database: { client }, askLeast }: ListedSide,
  { url, pages, counts }: ComparedRequest,
): Promise<Prepared> {
  const statements = [await quickest(client, pages)];
  if (counts.length > 0) statements.push(await quickest(client, counts));
  const connection = await KeptConnection.open(url, { cookie });
  const least = await askLeast(statements);
  return {
    askMs: async () => await timed(async () => await connection.ask()),
    sqlMs: async () =>
      await timed(async () => {
        for (const text of statements) await client.query(text);
      }),
    leastMs: async () => await timed(async () => await least.ask()),
    close: () => {
      connection.close();
      least.close();
    },
  };
}
