import { NETWORKS, type Network } from '@halyard/contract/networks';

/** A part of an EVM address, in any case. */
const EVM_PART = /^(0?x)?[0-9a-f]*$/i;
/** What every EVM address begins with, and no TRON address has in it. */
const EVM_BEGINNING = /^0x?$/i;
/** A part of a TRON address: base58 has no 0, O, I and l. */
const TRON_PART = /^[1-9A-HJ-NP-Za-km-z]*$/;
/** What every TRON address begins with, and no EVM address has in it. */
const TRON_BEGINNING = 'T';

export interface AddressSearch {
  /** Where addresses can have the text in them. */
  readonly networks: readonly Network[];
  /** Empty where all addresses of these networks do. */
  readonly text: string;
}

/** Narrows a search to the networks whose addresses it may find, so that as little as possible is looked through. */
export function addressSearch(text: string): AddressSearch {
  const networks = NETWORKS.filter((network) => (network === 'TRON' ? TRON_PART : EVM_PART).test(text));
  return { networks, text: EVM_BEGINNING.test(text) || text === TRON_BEGINNING ? '' : text };
}
