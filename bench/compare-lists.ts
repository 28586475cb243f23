import { ADMIN_API } from '@halyard/contract/constants';
import { type ComparedRequest, compareRequests, type RequestPair } from './compare-requests.ts';
import { floorCounts, floorStatements, type ListName } from './floors/list-floor.ts';
import { type ListCase, listCases } from './list-cases.ts';
import type { Bar } from './measure/report.ts';
import type { ServerPair } from './product/server-pair.ts';

const FAST_MS = 60;
const SLOW_MS = 300;

/** Compares list requests with the floor and with a smaller list. */
export async function compareLists(
  list: ListName,
  sides: { readonly large: ServerPair; readonly small: ServerPair },
  [rows, fewRows]: readonly [rows: number, fewRows: number],
): Promise<Bar[]> {
  const { large, small } = sides;
  async function* pairs(): AsyncGenerator<RequestPair> {
    const fewCases = await listCases(small.database.client, list);
    for (const [index, listCase] of (await listCases(large.database.client, list)).entries()) {
      const { what } = listCase;
      const fewCase = fewCases[index];
      if (fewCase === undefined) throw new Error(`the smaller ${list} list has no case ${what}`);
      const many = await requestOf(list, large, listCase);
      yield {
        what,
        many,
        few: await requestOf(list, small, fewCase),
        withinMs: isFast(listCase, many) ? FAST_MS : SLOW_MS,
      };
    }
  }
  const title = `${rows.toLocaleString('en')} ${list}`;
  return await compareRequests({ title, fewer: fewRows.toLocaleString('en') }, sides, pairs());
}

/** Whether an index serves the request: no search, or 3 or more characters with at most 50,000 matches. */
function isFast({ search }: ListCase, { found = 0 }: ComparedRequest): boolean {
  return search === '' || (search.length >= 3 && found <= 50_000);
}

async function requestOf(
  list: ListName,
  { address, cookie, database: { client } }: ServerPair,
  listCase: ListCase,
): Promise<ComparedRequest> {
  const { offset, search, sort } = listCase;
  const query = new URLSearchParams({ offset: String(offset), sort });
  if (search !== '') query.set('search', search);
  const url = `${address}${ADMIN_API}/${list}?${query}`;
  const pages = await floorStatements(client, list, listCase);

  const body: Record<string, unknown> = await (await fetch(url, { headers: { cookie } })).json();
  const shown = (body[list] as readonly { readonly uuid?: string; readonly id?: string }[]).map(
    ({ uuid, id }) => uuid ?? id,
  );
  const floorRows = (await client.query<{ id: string }>(pages[0] ?? '')).rows.map(({ id }) => id);
  if (shown.join() !== floorRows.join()) throw new Error(`${url} and its SQL return different rows`);

  return {
    url,
    pages,
    counts: search === '' ? [] : floorCounts(list, listCase),
    found: Number(body['totalCount']),
  };
}
