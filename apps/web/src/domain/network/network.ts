import { NETWORK_NAMES, NETWORKS, type Network } from '@halyard/contract/networks';

/** Parses a network name, in any case. `MATIC` is Polygon. Undefined for any other text. */
export function networkOf(word: unknown): Network | undefined {
  const name = typeof word === 'string' ? word.trim().toUpperCase() : undefined;
  return name === 'MATIC' ? 'POLYGON' : NETWORKS.find((network) => network === name);
}

/** The display name of a network. Unknown names are returned as they are. */
export function networkName(word: string): string {
  const network = networkOf(word);
  return network === undefined ? word : NETWORK_NAMES[network];
}
