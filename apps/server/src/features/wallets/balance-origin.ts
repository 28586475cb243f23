import type { Network } from '@halyard/contract/networks';
import type { Configuration } from '../../config/configuration.ts';

/** Where a network's balances come from: its node, what fed transactions add up to, or nowhere. */
export type BalanceOrigin = 'chain' | 'ledger' | 'none';

/** Where prices come from: the price source, what the ledger last paid, or nowhere. */
export type PriceOrigin = 'source' | 'ledger' | 'none';

/** Only an evaluation shows what it was fed in the place of what a chain would say. */
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
