import { NETWORKS, type Network } from '@halyard/contract/networks';
import type { Configuration } from '../../config/configuration.ts';

/** Where balances come from: a node, recorded transactions or nowhere. */
export type BalanceOrigin = 'chain' | 'ledger' | 'none';

/** Where prices come from: the price source, the last price in the ledger or nowhere. */
export type PriceOrigin = 'source' | 'ledger' | 'none';

export interface BalanceSources {
  /** Networks with a node; balances come from the newest snapshots. */
  readonly chain: readonly Network[];
  /** Networks whose balances come from recorded transactions. */
  readonly ledger: readonly Network[];
  readonly prices: PriceOrigin;
}

export function balanceSources(
  configuration: Pick<Configuration, 'chainUrls' | 'isEvaluation' | 'pricesUrl'>,
): BalanceSources {
  const networksOf = (origin: BalanceOrigin) =>
    NETWORKS.filter((network) => balanceOrigin(configuration, network) === origin);
  return { chain: networksOf('chain'), ledger: networksOf('ledger'), prices: priceOrigin(configuration) };
}

/** Falls back to recorded transactions only in an evaluation. */
export function balanceOrigin(
  { chainUrls, isEvaluation }: Pick<Configuration, 'chainUrls' | 'isEvaluation'>,
  network: Network,
): BalanceOrigin {
  if (chainUrls[network] !== undefined) return 'chain';
  return isEvaluation ? 'ledger' : 'none';
}

function priceOrigin({
  pricesUrl,
  isEvaluation,
}: Pick<Configuration, 'pricesUrl' | 'isEvaluation'>): PriceOrigin {
  if (pricesUrl !== undefined) return 'source';
  return isEvaluation ? 'ledger' : 'none';
}
