import type { Network } from '@halyard/contract/networks';
import type { Configuration } from '../../config/configuration.ts';

/** Where balances come from: a node, recorded transactions or nowhere. */
export type BalanceOrigin = 'chain' | 'ledger' | 'none';

/** Where prices come from: the price source, the last price in the ledger or nowhere. */
export type PriceOrigin = 'source' | 'ledger' | 'none';

/** Falls back to recorded transactions only in an evaluation. */
export function balanceOrigin(
  { chainUrls, isEvaluation }: Pick<Configuration, 'chainUrls' | 'isEvaluation'>,
  network: Network,
): BalanceOrigin {
  if (chainUrls[network] !== undefined) return 'chain';
  return isEvaluation ? 'ledger' : 'none';
}

export function priceOrigin({
  pricesUrl,
  isEvaluation,
}: Pick<Configuration, 'pricesUrl' | 'isEvaluation'>): PriceOrigin {
  if (pricesUrl !== undefined) return 'source';
  return isEvaluation ? 'ledger' : 'none';
}
