import { NETWORKS, type Network } from '@halyard/contract/networks';
import type { LedgerVerdict } from '@halyard/contract/wallets';
import type { CreationList, ListScope } from '../../infra/creation-list/creation-list.ts';
import { inOwnCase } from '../../infra/record-search/address-search.ts';
import { WALLET_COLUMNS, WALLET_COUNTS } from './wallet-row.ts';

/** A list with the name of its only scope. */
export interface InboundList {
  readonly list: CreationList<string>;
  readonly scope: string;
}

export function inboundList(networks: readonly Network[]): InboundList {
  return walletList(scopeName(networks), {
    where: `type = 'inbound' AND ${networkIn(networks)}`,
    states: networks.map(stateOf),
    total: `SELECT coalesce(sum(wallets), 0)::bigint FROM wallet_counts
      WHERE type = 'inbound' AND ${networkIn(networks)}`,
  });
}

/** Matches the pattern `$1` in any case, except on TRON, where case distinguishes addresses. */
export function searchedInboundList(networks: readonly Network[], verdict?: LedgerVerdict): InboundList {
  const judged = `AND EXISTS (
    SELECT FROM wallet_verdicts WHERE wallet_verdicts.id = wallets.id AND verdict = '${verdict}')`;
  return walletList(scopeName(networks), {
    where: `type = 'inbound' AND ${networkIn(networks)}
      AND ${inOwnCase('LIKE', '$1')} ${verdict === undefined ? '' : judged}`,
    states: networks.map(stateOf),
  });
}

export function judgedInboundList(networks: readonly Network[], verdict: LedgerVerdict): InboundList {
  const scope = scopeName([...networks, verdict]);
  return {
    list: {
      table: 'wallet_verdicts',
      columns: WALLET_COLUMNS,
      join: `JOIN wallets AS wallet USING (id) ${WALLET_COUNTS}`,
      scopes: {
        [scope]: {
          where: `type = 'inbound' AND verdict = '${verdict}' AND ${networkIn(networks)}`,
          states: networks.map((network) => `${stateOf(network)} ${verdict}`),
        },
      },
    },
    scope,
  };
}

function walletList(scope: string, rows: ListScope): InboundList {
  return {
    list: {
      table: 'wallets',
      columns: WALLET_COLUMNS,
      join: `CROSS JOIN LATERAL (SELECT listed.*) AS wallet ${WALLET_COUNTS}`,
      scopes: { [scope]: rows },
    },
    scope,
  };
}

function stateOf(network: Network): string {
  return `inbound ${network}`;
}

/** Negates the condition for several networks, so that the planner reads the index in order of creation. */
function networkIn(networks: readonly Network[]): string {
  const others = NETWORKS.filter((network) => !networks.includes(network));
  if (others.length === 0) return 'true';
  return networks.length === 1 ? `network = ${quoted(networks)}` : `network NOT IN (${quoted(others)})`;
}

function scopeName(parts: readonly string[]): string {
  return ['inbound', ...parts].join('-');
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join();
}
