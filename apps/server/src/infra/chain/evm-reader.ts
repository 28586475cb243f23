import { NETWORK_NAMES, type Network } from '@halyard/contract/networks';
import { z } from 'zod';
import { askSource, nonsense } from '../source/ask-source.ts';
import type { Source } from '../source/fetch-source.ts';
import { SourceFailure } from '../source/source-failure.ts';
import { CHAIN_ASSETS, type ChainAsset } from './chain-assets.ts';
import { type ChainReader, chainBalances } from './chain-reader.ts';
import {
  BLOCK_CALLS,
  balanceCall,
  type ContractCall,
  decodeAggregate,
  encodeAggregate,
  MULTICALL_ADDRESS,
} from './evm-multicall.ts';
import { requireFreshBlock } from './require-fresh-block.ts';

export type EvmNetwork = Exclude<Network, 'TRON'>;

const CHAIN_IDS: Readonly<Record<EvmNetwork, number>> = { ETH: 1, POLYGON: 137, BSC: 56 };
/** With 800 balances, request and response take about 300 KB, and the call stays far below its gas limit. */
const ADDRESSES_MAX = 200;
/** JSON-RPC's "limit exceeded" (EIP-1474). */
const LIMIT_EXCEEDED = '-32005';

/** Schema of a response. Numbers are text, see `askSource`. */
const callAnswer = z.union([
  z.object({ error: z.object({ code: z.string().regex(/^-?\d{1,9}$/) }) }),
  z.object({ error: z.null().optional(), result: z.string().regex(/^0x[\da-f]*$/i) }),
]);

export interface EvmReaderOptions {
  readonly network: EvmNetwork;
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly assets?: readonly ChainAsset[];
  readonly chainId?: number;
}

/** Reads an EVM chain in one Multicall3 call, so that all balances and the chain's id come from one block. */
export function createEvmReader(options: EvmReaderOptions): ChainReader {
  const { network, url, now, assets = CHAIN_ASSETS[network], chainId = CHAIN_IDS[network] } = options;
  const source: Source = { subject: `The ${NETWORK_NAMES[network]} node`, url };

  return {
    addressesMax: ADDRESSES_MAX,
    spareAddressesMax: ADDRESSES_MAX,
    read: async (addresses, signal) => {
      const calls = addresses.flatMap((address) => assets.map((asset) => balanceCall(address, asset)));
      const [chain, block, seconds, ...amounts] = await aggregate(source, [...BLOCK_CALLS, ...calls], signal);
      if (chain === undefined || block === undefined || seconds === undefined) throw nonsense(source);
      if (!Number.isSafeInteger(Number(block))) throw nonsense(source);
      if (chain !== BigInt(chainId)) {
        throw new SourceFailure(`${source.subject} is on the wrong chain (ID ${chain}, expected ${chainId})`);
      }
      requireFreshBlock(source, Number(seconds) * 1_000, now());

      const balances = addresses.map((address, index) => {
        const own = amounts.slice(index * assets.length, (index + 1) * assets.length);
        return [address, chainBalances(source, assets, own)] as const;
      });
      return { blockNumber: Number(block), balances: new Map(balances), failure: undefined };
    },
  };
}

/** Makes the calls at the newest block. A number is undefined if its call failed. */
async function aggregate(
  source: Source,
  calls: readonly ContractCall[],
  signal: AbortSignal,
): Promise<readonly (bigint | undefined)[]> {
  const params = [{ to: MULTICALL_ADDRESS, data: encodeAggregate(calls) }, 'latest'];
  const body = { jsonrpc: '2.0', id: 1, method: 'eth_call', params };
  const response = await askSource(source, { body, answer: callAnswer }, signal);
  if (response.error) {
    const { code } = response.error;
    throw new SourceFailure(
      code === LIMIT_EXCEEDED
        ? `${source.subject} is rate limiting requests`
        : `${source.subject} rejected the request with error ${code}`,
    );
  }
  const numbers = decodeAggregate(response.result);
  if (numbers === undefined) throw nonsense(source);
  return numbers;
}
