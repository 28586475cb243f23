import { ADMIN_API } from '@halyard/contract/constants';
import { type ComparedRequest, compareRequests, type RequestPair } from './compare-requests.ts';
import { floorCounts, floorStatements, type ListName } from './floors/list-floor.ts';
import { type ListCase, listCases } from './list-cases.ts';
import type { Bar } from './measure/report.ts';
import type { ListedSide } from './product/listed-side.ts';

/** Each kind of request for a list through the API, beside the best SQL for the same rows and beside fewer rows. */
export async function compareLists(
  list: ListName,
  sides: { readonly large: ListedSide; readonly small: ListedSide },
  [rows, fewRows]: readonly [rows: number, fewRows: number],
): Promise<Bar[]> {
  const { large, small } = sides;
  async function* pairs(): AsyncGenerator<RequestPair> {
    const fewCases = await listCases(small.database.client, list);
    for (const [index, listCase] of (await listCases(large.database.client, list)).entries()) {
      const { what } = listCase;
      const fewCase = fewCases[index];
      if (fewCase === undefined) throw new Error(`there is no ${what} of fewer ${list}`);
      yield {
        what,
        many: await requestOf(list, large, listCase),
        few: await requestOf(list, small, fewCase),
      };
    }
  }
  const title = `${rows.toLocaleString('en')} ${list}`;
  return await compareRequests({ title, fewer: fewRows.toLocaleString('en'), withinMs: 300 }, sides, pairs());
}

async function requestOf(
  list: ListName,
  { address, cookie, database: { client } }: ListedSide,
  listCase: ListCase,
): Promise<ComparedRequest> {
  const { offset, search, sort } = listCase;
  const query = new URLSearchParams({ offset: String(offset), sort });
  if (search !== '') query.set('search', search);
  const url = `${address}${ADMIN_API}/${list}?${query}`;
  const pages = await floorStatements(client, list, listCase);

  const answer: Record<string, unknown> = await (await fetch(url, { headers: { cookie } })).json();
  const shown = (answer[list] as readonly { readonly uuid?: string; readonly id?: string }[]).map(
    ({ uuid, id }) => uuid ?? id,
  );
  const floorRows = (await client.query<{ id: string }>(pages[0] ?? '')).rows.map(({ id }) => id);
  if (shown.join() !== floorRows.join()) throw new Error(`${url} and its SQL differ`);

  return {
    url,
    pages,
    counts: search === '' ? [] : floorCounts(list, listCase),
    found: Number(answer['totalCount']),
  };
}
