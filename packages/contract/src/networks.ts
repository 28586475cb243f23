/** Stored names of blockchains. `MATIC` is accepted as an alias of POLYGON. */
export const NETWORKS = ['ETH', 'POLYGON', 'BSC', 'TRON'] as const;
export type Network = (typeof NETWORKS)[number];

export const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  ETH: 'Ethereum',
  POLYGON: 'Polygon',
  BSC: 'BSC',
  TRON: 'TRON',
};

/** Native currencies, which pay network fees. */
export const NATIVE_SYMBOLS: Readonly<Record<Network, string>> = {
  ETH: 'ETH',
  POLYGON: 'POL',
  BSC: 'BNB',
  TRON: 'TRX',
};

/** A currency such as `USDT`, `USDC.e` or `stETH`, or with its network, `TRON_USDT`. Has a capital or a digit. */
export const TICKER = /^([A-Z]{2,8}_)?[a-z.]*[A-Z0-9][A-Za-z0-9.]*$/;
export const TICKER_LENGTH_MAX = 32;

export function isTicker(text: string): boolean {
  return text.length <= TICKER_LENGTH_MAX && TICKER.test(text);
}

/** Returns the stored name of a currency. Polygon's native MATIC became POL; on other networks MATIC is a token. */
export function currencyName(network: Network, currency: string): string {
  return network === 'POLYGON' && currency === 'MATIC' ? NATIVE_SYMBOLS.POLYGON : currency;
}

export const STABLECOINS = ['USDT', 'USDC', 'BUSD'] as const;
