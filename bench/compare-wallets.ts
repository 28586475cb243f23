import { ADMIN_API } from '@halyard/contract/constants';
import type { ListedSide } from './compare-lists.ts';
import { quickest } from './floors/quickest.ts';
import { KeptConnection } from './measure/kept-connection.ts';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { timed, warmUp } from './measure/timed.ts';
import { type WalletCase, walletCases } from './wallet-cases.ts';

const ROUNDS = 15;
const DEAD_CHAINS_MS = 100;

/** A request of one side, ready to be made again and again. */
interface PreparedCase {
  readonly askMs: () => Promise<number>;
  readonly floorMs: () => Promise<number>;
  readonly close: () => void;
}

/** Each kind of request about wallets, while no chain answers, beside the best SQL and beside fewer rows. */
export async function compareWallets({
  large,
  small,
}: {
  readonly large: ListedSide;
  readonly small: ListedSide;
}): Promise<Bar[]> {
  const fewCases = await walletCases(small.database.client);
  const table: Record<string, string | number>[] = [];
  const bars: Bar[] = [];
  for (const [index, walletCase] of (await walletCases(large.database.client)).entries()) {
    const { what } = walletCase;
    const fewCase = fewCases[index];
    if (fewCase === undefined) throw new Error(`there is no ${what} of fewer wallets`);
    const many = await prepare(large, walletCase);
    const few = await prepare(small, fewCase);
    const times = { api: [] as number[], sql: [] as number[], few: [] as number[] };
    for (const work of [many.askMs, few.askMs, many.floorMs]) await warmUp(work);
    for (let done = 0; done < ROUNDS; done++) {
      const [api, fewApi, sql] = [await many.askMs(), await few.askMs(), await many.floorMs()];
      times.api.push(api);
      times.few.push(fewApi);
      times.sql.push(sql);
    }
    many.close();
    few.close();
    const [apiMs, sqlMs, fewMs] = [median(times.api), median(times.sql), median(times.few)];
    table.push({
      request: what,
      'SQL ms': round(sqlMs),
      'API ms': round(apiMs),
      'of the SQL': round(apiMs / sqlMs),
      'API ms at 1 %': round(fewMs),
      'of 1 %': round(apiMs / fewMs),
    });
    bars.push(
      { what: `${what}: times the SQL`, value: apiMs / sqlMs, limit: { atMost: 3 } },
      { what: `${what}: times that of 1 %`, value: apiMs / fewMs, limit: { atMost: 2 } },
      { what: `${what}: with dead chains`, value: apiMs, limit: { atMost: DEAD_CHAINS_MS }, unit: ' ms' },
    );
  }
  printTable(`Wallets, all chains dead, median of ${ROUNDS} rounds`, table);
  return bars;
}

async function prepare(
  { address, cookie, database: { client } }: ListedSide,
  { path, floors, counts = [], isAnew = false }: WalletCase,
): Promise<PreparedCase> {
  const url = `${address}${ADMIN_API}${path}`;
  const response = await fetch(url, { headers: { cookie } });
  const answer: Answer = await response.json();
  const page = await quickest(client, floors);
  const count = counts.length === 0 ? undefined : await quickest(client, counts);
  const { rows } = await client.query<{ id?: number | string }>(page);
  const expected = rows.flatMap(({ id }) => (id === undefined ? [] : [String(id)]));
  if (idsOf(answer).toSorted().join() !== expected.toSorted().join()) {
    throw new Error(`${url}, answered ${response.status}, and its SQL differ`);
  }

  const connection = await KeptConnection.open(url, { cookie });
  return {
    askMs: async () => {
      if (isAnew) await client.query(`UPDATE list_versions SET version = version + 1 WHERE list = 'wallets'`);
      return await timed(async () => await connection.ask());
    },
    floorMs: async () =>
      await timed(async () => {
        await client.query(page);
        if (count !== undefined) await client.query(count);
      }),
    close: () => connection.close(),
  };
}

interface Answer {
  readonly id?: string;
  readonly wallets?: readonly { readonly id: string }[] | object;
  readonly transactions?: readonly { readonly id: string }[];
}

function idsOf({ id, wallets, transactions }: Answer): string[] {
  if (id !== undefined) return [id];
  const listed = transactions ?? (Array.isArray(wallets) ? wallets : []);
  return listed.map((each) => each.id);
}
