import { STABLECOINS } from '@halyard/contract/networks';

/** Whether a symbol or ticker is a dollar stablecoin: `USDT`, `TRON_USDT`. */
export function isStablecoin(asset: string): boolean {
  const symbol = asset.trim().toUpperCase().split('_').at(-1);
  return STABLECOINS.some((stablecoin) => stablecoin === symbol);
}

/** Returns a token's ticker (specification, section 9, "Amount display"): `TRON_USDT`. */
export function ticker(blockchain: string, symbol: string): string {
  return `${blockchain.trim().toUpperCase()}_${symbol}`;
}
