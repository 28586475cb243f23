import { STABLECOINS } from '@halyard/contract/networks';

/** Whether an asset is a dollar's stand-in, by its symbol or its ticker: `USDT`, `TRON_USDT`. */
export function isStablecoin(asset: string): boolean {
  const symbol = asset.trim().toUpperCase().split('_').at(-1);
  return STABLECOINS.some((stablecoin) => stablecoin === symbol);
}

/** A token by its network and its symbol (specification, section 9, "Amount display"): `TRON_USDT`. */
export function ticker(blockchain: string, symbol: string): string {
  return `${blockchain.trim().toUpperCase()}_${symbol}`;
}
