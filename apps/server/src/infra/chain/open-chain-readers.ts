import type { Network } from '@halyard/contract/networks';
import type { ChainReader } from './chain-reader.ts';
import { createEvmReader, type EvmNetwork } from './evm-reader.ts';
import { createTronReader } from './tron-reader.ts';

export type ChainReaders = Readonly<Partial<Record<Network, ChainReader>>>;

const EVM_NETWORKS: readonly EvmNetwork[] = ['ETH', 'POLYGON', 'BSC'];

export function openChainReaders(options: {
  readonly chainUrls: Readonly<Partial<Record<Network, string>>>;
  readonly tronApiKey: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}): ChainReaders {
  const { chainUrls, tronApiKey, now } = options;
  const readers: Partial<Record<Network, ChainReader>> = {};
  for (const network of EVM_NETWORKS) {
    const url = chainUrls[network];
    if (url !== undefined) readers[network] = createEvmReader({ network, url, now });
  }
  const { TRON: url } = chainUrls;
  if (url !== undefined) readers.TRON = createTronReader({ url, apiKey: tronApiKey, now });
  return readers;
}
