import { NETWORK_NAMES, NETWORKS, type Network } from '@halyard/contract/networks';

/** Parses a network name, in any case. `MATIC` is Polygon. Undefined for any other text. */
export function networkOf(value: unknown): Network | undefined {
  const name = typeof value === 'string' ? value.trim().toUpperCase() : undefined;
  return name === 'MATIC' ? 'POLYGON' : NETWORKS.find((network) => network === name);
}

/** The display name of a network. Unknown names are returned as they are. */
export function networkName(blockchain: string): string {
  const network = networkOf(blockchain);
  return network === undefined ? blockchain : NETWORK_NAMES[network];
}
