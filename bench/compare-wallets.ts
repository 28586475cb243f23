import { ADMIN_API } from '@halyard/contract/constants';
import { type ComparedRequest, compareRequests, type RequestPair } from './compare-requests.ts';
import { fastest } from './floors/fastest.ts';
import type { Bar } from './measure/report.ts';
import type { ServerPair } from './product/server-pair.ts';
import { type WalletCase, walletCases } from './wallet-cases.ts';

const CHAINS_DOWN_MS = 100;

/** Compares wallet requests while all chains are down. */
export async function compareWallets(sides: {
  readonly large: ServerPair;
  readonly small: ServerPair;
}): Promise<Bar[]> {
  const { large, small } = sides;
  async function* pairs(): AsyncGenerator<RequestPair> {
    const fewCases = await walletCases(small.database.client);
    for (const [index, walletCase] of (await walletCases(large.database.client)).entries()) {
      const { what } = walletCase;
      const fewCase = fewCases[index];
      if (fewCase === undefined) throw new Error(`the smaller side has no case ${what}`);
      yield {
        what,
        many: await requestOf(large, walletCase),
        few: await requestOf(small, fewCase),
        withinMs: CHAINS_DOWN_MS,
      };
    }
  }
  const title = 'wallets, all chains down';
  return await compareRequests({ title, fewer: '1 %' }, sides, pairs());
}

async function requestOf(
  { address, cookie, database: { client } }: ServerPair,
  { path, floors, counts = [] }: WalletCase,
): Promise<ComparedRequest> {
  const url = `${address}${ADMIN_API}${path}`;
  const response = await fetch(url, { headers: { cookie } });
  const body: WalletResponse = await response.json();
  const page = await fastest(client, floors);
  const { rows } = await client.query<{ id?: number | string }>(page);
  const expected = rows.flatMap(({ id }) => (id === undefined ? [] : [String(id)]));
  if (idsOf(body).toSorted().join() !== expected.toSorted().join()) {
    throw new Error(`${url} (status ${response.status}) and its SQL return different rows`);
  }
  return {
    url,
    pages: [page],
    counts,
  };
}

interface WalletResponse {
  readonly id?: string;
  readonly wallets?: readonly { readonly id: string }[] | object;
  readonly transactions?: readonly { readonly id: string }[];
}

function idsOf({ id, wallets, transactions }: WalletResponse): string[] {
  if (id !== undefined) return [id];
  const listed = transactions ?? (Array.isArray(wallets) ? wallets : []);
  return listed.map((each) => each.id);
}
