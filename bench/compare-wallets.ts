import { ADMIN_API } from '@halyard/contract/constants';
import { type ComparedRequest, compareRequests, type RequestPair } from './compare-requests.ts';
import { quickest } from './floors/quickest.ts';
import type { Bar } from './measure/report.ts';
import type { ListedSide } from './product/listed-side.ts';
import { type WalletCase, walletCases } from './wallet-cases.ts';

const DEAD_CHAINS_MS = 100;

/** Each kind of request about wallets, while no chain answers, beside the best SQL and beside fewer rows. */
export async function compareWallets(sides: {
  readonly large: ListedSide;
  readonly small: ListedSide;
}): Promise<Bar[]> {
  const { large, small } = sides;
  async function* pairs(): AsyncGenerator<RequestPair> {
    const fewCases = await walletCases(small.database.client);
    for (const [index, walletCase] of (await walletCases(large.database.client)).entries()) {
      const { what } = walletCase;
      const fewCase = fewCases[index];
      if (fewCase === undefined) throw new Error(`there is no ${what} of fewer wallets`);
      yield { what, many: await requestOf(large, walletCase), few: await requestOf(small, fewCase) };
    }
  }
  const title = 'wallets, all chains dead';
  return await compareRequests({ title, fewer: '1 %', withinMs: DEAD_CHAINS_MS }, sides, pairs());
}

async function requestOf(
  { address, cookie, database: { client } }: ListedSide,
  { path, floors, counts = [] }: WalletCase,
): Promise<ComparedRequest> {
  const url = `${address}${ADMIN_API}${path}`;
  const response = await fetch(url, { headers: { cookie } });
  const answer: Answer = await response.json();
  const page = await quickest(client, floors);
  const { rows } = await client.query<{ id?: number | string }>(page);
  const expected = rows.flatMap(({ id }) => (id === undefined ? [] : [String(id)]));
  if (idsOf(answer).toSorted().join() !== expected.toSorted().join()) {
    throw new Error(`${url}, answered ${response.status}, and its SQL differ`);
  }
  return {
    url,
    pages: [page],
    counts,
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
