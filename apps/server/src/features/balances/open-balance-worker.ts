import { NETWORKS, type Network } from '@halyard/contract/networks';
import type { Configuration } from '../../config/configuration.ts';
import { CHAIN_ASSETS } from '../../infra/chain/chain-assets.ts';
import { openChainReaders } from '../../infra/chain/open-chain-readers.ts';
import { createPriceSource } from '../../infra/prices/price-source.ts';
import { type BalanceWorker, type BalanceWorkerParts, createBalanceWorker } from './balance-worker.ts';

export function networksWithNode({ chainUrls }: Pick<Configuration, 'chainUrls'>): readonly Network[] {
  return NETWORKS.filter((network) => chainUrls[network] !== undefined);
}

/** The worker does nothing without a node or price source. */
export function openBalanceWorker(
  parts: Pick<BalanceWorkerParts, 'database' | 'log' | 'metrics'> & {
    readonly configuration: Pick<Configuration, 'chainUrls' | 'pricesUrl' | 'tronApiKey'>;
    readonly now: () => number;
  },
): BalanceWorker {
  const { configuration, database, log, metrics, now } = parts;
  const { chainUrls, pricesUrl: url, tronApiKey } = configuration;
  const symbols = new Set(
    Object.values(CHAIN_ASSETS).flatMap((assets) => assets.map(({ symbol }) => symbol)),
  );
  return createBalanceWorker({
    database,
    log,
    metrics,
    readers: openChainReaders({ chainUrls, tronApiKey, now }),
    prices: url === undefined ? undefined : createPriceSource({ url, symbols: [...symbols] }),
  });
}
