import { isTicker, type Network } from '@halyard/contract/networks';
import { choiceFromUrl, textFromUrl, type UrlParameters } from '../../shared/list/list-search.ts';
import { networkOf } from './network.ts';

/** Filters of lists of money. */
export interface AssetFilters {
  readonly network?: Network | undefined;
  readonly currency?: string | undefined;
  readonly testnet?: 'only' | 'hide' | undefined;
}

export function assetFiltersFromUrl(parameters: UrlParameters): AssetFilters {
  const currency = textFromUrl(parameters['currency']);
  return {
    network: networkOf(parameters['network']),
    currency: currency !== undefined && isTicker(currency) ? currency : undefined,
    testnet: choiceFromUrl(parameters['testnet'], ['only', 'hide'] as const),
  };
}
