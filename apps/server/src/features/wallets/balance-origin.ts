import type { Network } from '@halyard/contract/networks';
import type { Configuration } from '../../config/configuration.ts';

/** Node, recorded transactions, or none. */
export type BalanceOrigin = 'chain' | 'ledger' | 'none';

/** Price source, last price in the ledger, or none. */
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
