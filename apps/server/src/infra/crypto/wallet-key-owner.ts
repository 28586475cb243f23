import type { Network } from '@halyard/contract/networks';
import type { SecretOwner } from './envelope.ts';

/**
 * What a wallet's private key (its 32 bytes) is sealed for: not its row alone, but network and address, too. The id
 * is the text of the column `wallets.key_owner`.
 */
export function walletKeyOwner(wallet: {
  readonly uuid: string;
  readonly network: Network;
  readonly address: string;
}): SecretOwner {
  return { kind: 'wallet_key', id: `${wallet.uuid}:${wallet.network}:${wallet.address}` };
}
