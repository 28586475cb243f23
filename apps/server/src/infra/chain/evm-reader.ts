import { NETWORK_NAMES, type Network } from '@halyard/contract/networks';
import { BaseError, createClient, http, RpcRequestError } from 'viem';
import { readContract } from 'viem/actions';
import { nonsense } from '../source/ask-source.ts';
import { fetchSource, type Source } from '../source/fetch-source.ts';
import { SourceFailure } from '../source/source-failure.ts';
import { CHAIN_ASSETS, type ChainAsset } from './chain-assets.ts';
import { type ChainReader, chainBalances } from './chain-reader.ts';
import { BLOCK_CALLS, balanceCall, MULTICALL_ADDRESS, multicallAbi, resultNumber } from './evm-multicall.ts';
import { requireFreshBlock } from './require-fresh-block.ts';

export type EvmNetwork = Exclude<Network, 'TRON'>;

const CHAIN_IDS: Readonly<Record<EvmNetwork, number>> = { ETH: 1, POLYGON: 137, BSC: 56 };
/** 800 balances and their names: some 300 KB of question and answer, and far below what nodes let a call cost. */
const ADDRESSES_MAX = 200;
/** JSON-RPC's "limit exceeded" (EIP-1474). */
const TOO_MANY = -32_005;

export interface EvmReaderOptions {
  readonly network: EvmNetwork;
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly assets?: readonly ChainAsset[];
  readonly chainId?: number;
}

/**
 * Reads an EVM chain. All of a reading, and the id of the chain, is one call to Multicall3, and so of one block: no
 * load balancer can answer half of it from another node.
 */
export function createEvmReader(options: EvmReaderOptions): ChainReader {
  const { network, url, now, assets = CHAIN_ASSETS[network], chainId = CHAIN_IDS[network] } = options;
  const source: Source = { subject: `The ${NETWORK_NAMES[network]} node`, url };

  async function call(addresses: readonly string[], signal: AbortSignal) {
    const calls = addresses.flatMap((address) => assets.map((asset) => balanceCall(address, asset)));
    try {
      return await readContract(connect(source, signal), {
        address: MULTICALL_ADDRESS,
        abi: multicallAbi,
        functionName: 'aggregate3',
        args: [[...BLOCK_CALLS, ...calls]],
      });
    } catch (error) {
      signal.throwIfAborted();
      throw failureOf(error, source);
    }
  }

  return {
    addressesMax: ADDRESSES_MAX,
    spareAddressesMax: ADDRESSES_MAX,
    read: async (addresses, signal) => {
      const results = await call(addresses, signal);
      const [chain, block, seconds] = BLOCK_CALLS.map((_, index) => resultNumber(results[index]));
      if (chain === undefined || block === undefined || seconds === undefined) throw nonsense(source);
      if (!Number.isSafeInteger(Number(block))) throw nonsense(source);
      if (chain !== BigInt(chainId)) {
        throw new SourceFailure(
          `${source.subject} is one of another chain: its id is ${chain}, not ${chainId}`,
        );
      }
      requireFreshBlock(source, Number(seconds) * 1_000, now());

      const balances = addresses.map((address, turn) => {
        const begin = BLOCK_CALLS.length + turn * assets.length;
        const amounts = assets.map((_, index) => resultNumber(results[begin + index]));
        return [address, chainBalances(source, assets, amounts)] as const;
      });
      return { blockNumber: Number(block), balances: new Map(balances), failure: undefined };
    },
  };
}

/** Nothing is tried again here, and no contract can send us elsewhere to read (`ccipRead`). */
function connect(source: Source, signal: AbortSignal) {
  return createClient({
    ccipRead: false,
    transport: http(source.url, {
      retryCount: 0,
      timeout: 0,
      fetchFn: async (input, init) => {
        const { method, headers, body } = init ?? {};
        const request = {
          ...(method !== undefined && { method }),
          ...(headers !== undefined && { headers }),
          ...(body !== undefined && { body }),
        };
        const text = await fetchSource({ ...source, url: String(input) }, request, signal);
        return new Response(text, { headers: { 'content-type': 'application/json' } });
      },
    }),
  });
}

function failureOf(error: unknown, source: Source): SourceFailure {
  if (!(error instanceof BaseError)) return nonsense(source, error);
  const ours = error.walk((cause) => cause instanceof SourceFailure);
  if (ours instanceof SourceFailure) return ours;
  const refusal = error.walk((cause) => cause instanceof RpcRequestError);
  // The code, too, is what the node makes of it.
  if (!(refusal instanceof RpcRequestError && Number.isSafeInteger(refusal.code)))
    return nonsense(source, error);
  const what =
    refusal.code === TOO_MANY
      ? 'refuses requests for now: they are too many'
      : `refused the question with error ${refusal.code}`;
  return new SourceFailure(`${source.subject} ${what}`);
}
