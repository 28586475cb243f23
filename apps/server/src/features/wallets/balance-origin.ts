import type { Network } from '@halyard/contract/networks';
import type { Configuration } from '../../config/configuration.ts';

/** Source of a network's balances: its node, the recorded transactions, or none. */
export type BalanceOrigin = 'chain' | 'ledger' | 'none';

/** Source of prices: the price source, the last price in the ledger, or none. */
export type PriceOrigin = 'source' | 'ledger' | 'none';

/** Only an evaluation falls back to recorded transactions. */
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
