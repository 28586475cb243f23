import { NETWORK_NAMES, NETWORKS, type Network } from '@halyard/contract/networks';

/** The network that a word stands for, in capitals or not; `MATIC` is Polygon. Undefined for any other word. */
export function networkOf(word: unknown): Network | undefined {
  const name = typeof word === 'string' ? word.trim().toUpperCase() : undefined;
  return name === 'MATIC' ? 'POLYGON' : NETWORKS.find((network) => network === name);
}

/** What a network is called in front of people; a word that stands for none is shown as it is. */
export function networkName(word: string): string {
  const network = networkOf(word);
  return network === undefined ? word : NETWORK_NAMES[network];
}
