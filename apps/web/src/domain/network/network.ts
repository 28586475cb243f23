import { NETWORK_NAMES, NETWORKS, type Network } from '@halyard/contract/networks';

/** Parses a network name in any case. `MATIC` is Polygon. */
export function networkOf(value: unknown): Network | undefined {
  const name = typeof value === 'string' ? value.trim().toUpperCase() : undefined;
  return name === 'MATIC' ? 'POLYGON' : NETWORKS.find((network) => network === name);
}

export function networkName(blockchain: string): string {
  const network = networkOf(blockchain);
  return network === undefined ? blockchain : NETWORK_NAMES[network];
}
