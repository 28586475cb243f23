import { ADMIN_API } from '@halyard/contract/constants';
import { floorCounts, floorStatements, type ListName } from './floors/list-floor.ts';
import { quickest } from './floors/quickest.ts';
import { type ListCase, listCases } from './list-cases.ts';
import { KeptConnection } from './measure/kept-connection.ts';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { timed, warmUp } from './measure/timed.ts';
import type { BenchDatabase } from './product/bench-database.ts';

const ROUNDS = 15;

/** A product over some number of rows. */
export interface ListedSide {
  readonly address: string;
  readonly cookie: string;
  readonly database: BenchDatabase;
}

/** A request of one side, ready to be made again and again. */
interface PreparedCase {
  readonly askMs: () => Promise<number>;
  readonly floorMs: () => Promise<number>;
  readonly found: number;
  readonly close: () => void;
}

/** Each kind of request for a list through the API, beside the best SQL for the same rows and beside fewer rows. */
export async function compareLists(
  list: ListName,
  { large, small }: { readonly large: ListedSide; readonly small: ListedSide },
  [rows, fewRows]: readonly [rows: number, fewRows: number],
): Promise<Bar[]> {
  const fewCases = await listCases(small.database.client, list);
  const table: Record<string, string | number>[] = [];
  const bars: Bar[] = [];
  for (const [index, listCase] of (await listCases(large.database.client, list)).entries()) {
    const fewCase = fewCases[index];
    if (fewCase === undefined) throw new Error(`there is no ${listCase.what} of fewer ${list}`);
    const many = await prepare(list, large, listCase);
    const few = await prepare(list, small, fewCase);
    const times = { api: [] as number[], sql: [] as number[], few: [] as number[], fewSql: [] as number[] };
    for (const work of [many.askMs, few.askMs, many.floorMs, few.floorMs]) await warmUp(work);
    for (let done = 0; done < ROUNDS; done++) {
      const api = await many.askMs();
      const fewApi = await few.askMs();
      const sql = await many.floorMs();
      const fewSql = await few.floorMs();
      times.api.push(api);
      times.few.push(fewApi);
      times.sql.push(sql);
      times.fewSql.push(fewSql);
    }
    many.close();
    few.close();
    const [apiMs, sqlMs, fewMs, fewSqlMs] = [times.api, times.sql, times.few, times.fewSql].map(median);
    if (apiMs === undefined || sqlMs === undefined || fewMs === undefined || fewSqlMs === undefined) continue;
    table.push({
      request: listCase.what,
      found: many.found,
      'SQL ms': round(sqlMs),
      'API ms': round(apiMs),
      'of the SQL': round(apiMs / sqlMs),
      [`SQL ms at ${inWords(fewRows)}`]: round(fewSqlMs),
      [`API ms at ${inWords(fewRows)}`]: round(fewMs),
      'of fewer': round(apiMs / fewMs),
    });
    bars.push(
      { what: `${list}, ${listCase.what}: times the SQL`, value: apiMs / sqlMs, limit: { atMost: 3 } },
      {
        what: `${list}, ${listCase.what}: times that of ${inWords(fewRows)}`,
        value: apiMs / fewMs,
        limit: { atMost: 2 },
      },
    );
  }
  printTable(`${inWords(rows)} ${list}, median of ${ROUNDS} rounds`, table);
  return bars;
}

async function prepare(
  list: ListName,
  { address, cookie, database: { client } }: ListedSide,
  listCase: ListCase,
): Promise<PreparedCase> {
  const { offset, search, sort, isAnew } = listCase;
  const query = new URLSearchParams({ offset: String(offset), sort });
  if (search !== '') query.set('search', search);
  const url = `${address}${ADMIN_API}/${list}?${query}`;
  const page = await quickest(client, await floorStatements(client, list, listCase));
  const count = isAnew ? await quickest(client, floorCounts(list, listCase)) : undefined;

  const answer: Record<string, unknown> = await (await fetch(url, { headers: { cookie } })).json();
  const shown = (answer[list] as readonly { readonly uuid?: string; readonly id?: string }[]).map(
    ({ uuid, id }) => uuid ?? id,
  );
  const floorRows = (await client.query<{ id: string }>(page)).rows.map(({ id }) => id);
  if (shown.join() !== floorRows.join()) throw new Error(`${url} and its SQL differ`);

  const connection = await KeptConnection.open(url, { cookie });
  return {
    askMs: async () => {
      if (isAnew) {
        await client.query('UPDATE list_versions SET version = version + 1 WHERE list = $1', [list]);
      }
      return await timed(async () => await connection.ask());
    },
    floorMs: async () =>
      await timed(async () => {
        await client.query(page);
        if (count !== undefined) await client.query(count);
      }),
    found: Number(answer['totalCount']),
    close: () => connection.close(),
  };
}

function inWords(rows: number): string {
  return rows.toLocaleString('en');
}
