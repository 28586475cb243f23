import { NETWORK_NAMES } from '@halyard/contract/networks';
import pLimit from 'p-limit';
import { nonsense } from '../source/ask-source.ts';
import type { Source } from '../source/fetch-source.ts';
import { SourceFailure } from '../source/source-failure.ts';
import { CHAIN_ASSETS, type ChainAsset } from './chain-assets.ts';
import { type ChainBalance, type ChainReader, type ChainReading, chainBalances } from './chain-reader.ts';
import { requireFreshBlock } from './require-fresh-block.ts';
import { createTronApi, type TronApi } from './tron-api.ts';

/** ID of the main network's block 0. */
const GENESIS_BLOCK_ID = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
/** Each address takes one request per asset, and public nodes allow about 15 per second and 100,000 per day. */
const ADDRESSES_MAX = 20;
const SPARE_ADDRESSES_MAX = 3;
const REQUESTS_AT_ONCE = 4;
const READING_SECONDS_MAX = 20;

export interface TronReaderOptions {
  /** A full node's HTTP API: `https://api.trongrid.io`. */
  readonly url: string;
  readonly apiKey: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly assets?: readonly ChainAsset[];
  readonly genesisBlockId?: string;
}

/** Reads TRON, one request per address and asset, so balances may be newer than the block. Keeps partial results. */
export function createTronReader(options: TronReaderOptions): ChainReader {
  const { now, assets = CHAIN_ASSETS.TRON, genesisBlockId = GENESIS_BLOCK_ID } = options;
  const source: Source = { subject: `The ${NETWORK_NAMES.TRON} node`, url: options.url };

  async function readHead(api: TronApi): Promise<number> {
    const [genesis, head] = await Promise.all([api.readBlock('0'), api.readBlock('latest')]);
    if (genesis.id !== genesisBlockId) {
      throw new SourceFailure(`${source.subject} is on the wrong chain (different first block)`);
    }
    if (head.number === undefined || head.timestamp === undefined) throw nonsense(source);
    requireFreshBlock(source, head.timestamp, now());
    return head.number;
  }

  async function readAddress(api: TronApi, address: string) {
    const amounts: (bigint | undefined)[] = [];
    for (const { tokenAddress } of assets) {
      amounts.push(
        tokenAddress === null
          ? await api.readBalance(address)
          : await api.readTokenBalance(address, tokenAddress),
      );
    }
    return chainBalances(source, assets, amounts);
  }

  return {
    addressesMax: ADDRESSES_MAX,
    spareAddressesMax: SPARE_ADDRESSES_MAX,
    read: async (addresses, signal) => {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(READING_SECONDS_MAX * 1_000)]);
      const api = createTronApi(source, options.apiKey, deadline);
      const blockNumber = await readHead(api);
      const balances = new Map<string, readonly ChainBalance[] | SourceFailure>();
      let failure: ChainReading['failure'];
      await pLimit(REQUESTS_AT_ONCE).map(addresses, async (address) => {
        if (failure !== undefined) return;
        try {
          balances.set(address, await readAddress(api, address));
        } catch (error) {
          if (!(error instanceof SourceFailure)) throw error;
          if (error.isOut) failure = error;
          else balances.set(address, error);
        }
      });
      return { blockNumber, balances, failure };
    },
  };
}
