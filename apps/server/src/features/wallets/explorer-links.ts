import type { Network } from '@halyard/contract/networks';

/** Base addresses without a slash at the end, by network. */
export type ExplorerUrls = Readonly<Partial<Record<Network, string>>>;

/** The page of an address: as Etherscan and its kin have it, and Tronscan. Null where no explorer is configured. */
export function addressPage(explorers: ExplorerUrls, network: Network, address: string): string | null {
  const base = explorers[network];
  if (base === undefined) return null;
  return network === 'TRON' ? `${base}/#/address/${address}` : `${base}/address/${address}`;
}

/** The page of a transaction, with `{hash}` in the place of its hash. */
export function transactionPage(explorers: ExplorerUrls, network: Network): string | null {
  const base = explorers[network];
  if (base === undefined) return null;
  return network === 'TRON' ? `${base}/#/transaction/{hash}` : `${base}/tx/{hash}`;
}
