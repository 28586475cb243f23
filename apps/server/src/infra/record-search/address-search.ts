import { NETWORKS, type Network } from '@halyard/contract/networks';
import { pastedAddress } from '@halyard/contract/pasted-text';

const EVM_PART = /^(0?x)?[0-9a-f]*$/i;
/** Prefix of every EVM address, and of no TRON address. */
const EVM_BEGINNING = /^0x?$/i;
/** Text that can be part of a TRON address: base58 lacks 0, O, I and l. */
const TRON_PART = /^[1-9A-HJ-NP-Za-km-z]*$/;
/** Prefix of every TRON address, and of no EVM address. */
const TRON_BEGINNING = 'T';

export interface AddressSearch {
  /** Networks whose addresses can contain the text. */
  readonly networks: readonly Network[];
  /** With `…` for the middle of a shortened address. Empty if every address of these networks contains the text. */
  readonly text: string;
}

/** Returns the SQL condition that TRON addresses match in their own case. EVM addresses match in any. @param bound the text or pattern */
export function inOwnCase(operator: '=' | 'LIKE', bound: string): string {
  return `(network <> 'TRON' OR address ${operator} ${bound})`;
}

/** Finds the address, or the part of one, in the text that was typed or pasted. */
export function addressSearch(typed: string): AddressSearch {
  const text = pastedAddress(typed);
  const letters = text.replace('…', '');
  const networks = NETWORKS.filter((network) => (network === 'TRON' ? TRON_PART : EVM_PART).test(letters));
  return { networks, text: EVM_BEGINNING.test(text) || text === TRON_BEGINNING ? '' : text };
}
