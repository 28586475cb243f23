import { NATIVE_SYMBOLS, type Network } from '@halyard/contract/networks';

export interface ChainAsset {
  readonly symbol: string;
  /** Null for the chain's native currency. */
  readonly tokenAddress: string | null;
  /** Fixed here, because a contract could return anything. */
  readonly decimals: number;
}

/**
 * Assets whose balances are read, per main network. Sources: tether.to/supported-protocols for USDT,
 * developers.circle.com/stablecoins/usdc-contract-addresses for USDC on Ethereum and Polygon, paxos.com/busd for BUSD
 * on Ethereum. On BSC all are Binance-Peg tokens (bscscan.com), Polygon's BUSD came over its bridge
 * (polygonscan.com), TRON's USDC is Circle's, which no longer issues it (tronscan.org).
 */
export const CHAIN_ASSETS: Readonly<Record<Network, readonly ChainAsset[]>> = {
  ETH: [
    { symbol: NATIVE_SYMBOLS.ETH, tokenAddress: null, decimals: 18 },
    { symbol: 'USDT', tokenAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 },
    { symbol: 'USDC', tokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
    { symbol: 'BUSD', tokenAddress: '0x4Fabb145d64652a948d72533023f6E7A623C7C53', decimals: 18 },
  ],
  POLYGON: [
    { symbol: NATIVE_SYMBOLS.POLYGON, tokenAddress: null, decimals: 18 },
    { symbol: 'USDT', tokenAddress: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', decimals: 6 },
    { symbol: 'USDC', tokenAddress: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', decimals: 6 },
    { symbol: 'BUSD', tokenAddress: '0xdAb529f40E671A1D4bF91361c21bf9f0C9712ab7', decimals: 18 },
  ],
  BSC: [
    { symbol: NATIVE_SYMBOLS.BSC, tokenAddress: null, decimals: 18 },
    { symbol: 'USDT', tokenAddress: '0x55d398326f99059fF775485246999027B3197955', decimals: 18 },
    { symbol: 'USDC', tokenAddress: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', decimals: 18 },
    { symbol: 'BUSD', tokenAddress: '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56', decimals: 18 },
  ],
  TRON: [
    { symbol: NATIVE_SYMBOLS.TRON, tokenAddress: null, decimals: 6 },
    { symbol: 'USDT', tokenAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 },
    { symbol: 'USDC', tokenAddress: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8', decimals: 6 },
  ],
};
