import type { Network } from '@halyard/contract/networks';

/** Base URLs without a trailing slash, by network. */
export type ExplorerUrls = Readonly<Partial<Record<Network, string>>>;

export function addressPage(explorers: ExplorerUrls, network: Network, address: string): string | null {
  const base = explorers[network];
  if (base === undefined) return null;
  return network === 'TRON' ? `${base}/#/address/${address}` : `${base}/address/${address}`;
}

/** Returns a URL with the placeholder `{hash}`. */
export function transactionPage(explorers: ExplorerUrls, network: Network): string | null {
  const base = explorers[network];
  if (base === undefined) return null;
  return network === 'TRON' ? `${base}/#/transaction/{hash}` : `${base}/tx/{hash}`;
}
