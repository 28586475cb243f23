/** Blockchains as they are stored; `MATIC` is accepted as an alias of POLYGON. */
export const NETWORKS = ['ETH', 'POLYGON', 'BSC', 'TRON'] as const;
export type Network = (typeof NETWORKS)[number];

/** What each network calls itself in front of people. */
export const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  ETH: 'Ethereum',
  POLYGON: 'Polygon',
  BSC: 'BSC',
  TRON: 'TRON',
};

/** What fees are paid in. */
export const NATIVE_SYMBOLS: Readonly<Record<Network, string>> = {
  ETH: 'ETH',
  POLYGON: 'POL',
  BSC: 'BNB',
  TRON: 'TRX',
};

/**
 * A currency on a network under the one name that it is kept by: Polygon's own was called MATIC before it was POL.
 * Elsewhere MATIC is a token, and stays one.
 */
export function currencyName(network: Network, currency: string): string {
  return network === 'POLYGON' && currency === 'MATIC' ? NATIVE_SYMBOLS.POLYGON : currency;
}

export const STABLECOINS = ['USDT', 'USDC', 'BUSD'] as const;
