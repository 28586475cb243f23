import { NETWORKS, type Network } from '@halyard/contract/networks';
import type { LedgerVerdict } from '@halyard/contract/wallets';
import type { CreationList, ListScope } from '../../infra/creation-list/creation-list.ts';
import type { SearchedKind } from '../../infra/search-pieces/piece-totals.ts';
import { WALLET_COLUMNS, WALLET_COUNTS } from './wallet-row.ts';

/** A list of inbound wallets in the order of creation, and its only scope. */
export interface InboundList {
  readonly list: CreationList<string>;
  readonly scope: string;
}

/** All of some networks. */
export function inboundList(networks: readonly Network[]): InboundList {
  return listOfWallets(networks, 'true');
}

/**
 * Those of some networks among which a search looks for a text, its `$1`, in any case: TRON's addresses are told
 * apart by theirs.
 */
export function searchedInboundList(networks: readonly Network[], verdict?: LedgerVerdict): InboundList {
  const inItsCase = `(network <> 'TRON' OR address LIKE '%' || $1 || '%')`;
  const judged = `EXISTS (
    SELECT FROM wallet_verdicts WHERE wallet_verdicts.id = wallets.id AND verdict = '${verdict}')`;
  return verdict === undefined
    ? listOfWallets(networks, inItsCase, { searched: searchedKinds(networks) })
    : listOfWallets(networks, `${inItsCase} AND ${judged}`, { verdict });
}

/** Those of some networks with a verdict. */
export function judgedInboundList(networks: readonly Network[], verdict: LedgerVerdict): InboundList {
  const states = networks.map((network) => `${stateOf(network)} ${verdict}`);
  return {
    list: {
      table: 'wallet_verdicts',
      idType: 'bigint',
      columns: WALLET_COLUMNS,
      join: `JOIN wallets AS wallet USING (id) ${WALLET_COUNTS}`,
      scopes: {
        [scopeName(networks, verdict)]: {
          where: `type = 'inbound' AND verdict = '${verdict}' AND ${networkIn(networks)}`,
          states,
          total: `SELECT coalesce(sum(records), 0)::bigint FROM list_months
            WHERE list = 'wallet_verdicts' AND state IN (${quoted(states)})`,
        },
      },
    },
    scope: scopeName(networks, verdict),
  };
}

function listOfWallets(
  networks: readonly Network[],
  condition: string,
  {
    verdict,
    searched,
  }: { readonly verdict?: LedgerVerdict; readonly searched?: readonly SearchedKind[] } = {},
): InboundList {
  const name = scopeName(networks, verdict ?? []);
  const scope: ListScope = {
    where: `type = 'inbound' AND ${networkIn(networks)} AND ${condition}`,
    states: networks.map(stateOf),
    total: `SELECT coalesce(sum(wallets), 0)::bigint FROM wallet_counts
      WHERE type = 'inbound' AND ${networkIn(networks)}`,
    ...(searched && { searched }),
  };
  return {
    list: {
      table: 'wallets',
      idType: 'bigint',
      columns: WALLET_COLUMNS,
      join: `CROSS JOIN LATERAL (SELECT listed.*) AS wallet ${WALLET_COUNTS}`,
      scopes: { [name]: scope },
    },
    scope: name,
  };
}

function searchedKinds(networks: readonly Network[]): SearchedKind[] {
  const evm = networks.filter((network) => network !== 'TRON');
  const kinds: SearchedKind[] = [];
  if (evm.length > 0) kinds.push({ kind: 'wallets', states: evm.map(stateOf) });
  if (networks.includes('TRON')) {
    kinds.push({ kind: 'tron_wallets', states: [stateOf('TRON')], inItsCase: true });
  }
  return kinds;
}

function stateOf(network: Network): string {
  return `inbound ${network}`;
}

/** Of several networks, a condition that no index knows: what is in the order of creation is walked. */
function networkIn(networks: readonly Network[]): string {
  const others = NETWORKS.filter((network) => !networks.includes(network));
  if (others.length === 0) return 'true';
  return networks.length === 1 ? `network = ${quoted(networks)}` : `network NOT IN (${quoted(others)})`;
}

function scopeName(...parts: readonly (readonly string[] | string)[]): string {
  return ['inbound', ...parts.flat()].join('-');
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join();
}
