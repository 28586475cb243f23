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

/** Returns the URL of a transaction; null on testnets, and without a hash or an explorer. */
export function transactionLink(
  explorers: ExplorerUrls,
  {
    hash,
    network,
    testnet,
  }: { readonly hash: string | null; readonly network: Network; readonly testnet: boolean },
): string | null {
  if (hash === null || testnet) return null;
  return transactionPage(explorers, network)?.replace('{hash}', encodeURIComponent(hash)) ?? null;
}
