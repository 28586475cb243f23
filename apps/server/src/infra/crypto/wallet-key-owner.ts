import type { Network } from '@halyard/contract/networks';
import type { SecretOwner } from './envelope.ts';

/** Returns the owner that a wallet's private key is sealed for. Its ID equals the column `wallets.key_owner`. */
export function walletKeyOwner(wallet: {
  readonly uuid: string;
  readonly network: Network;
  readonly address: string;
}): SecretOwner {
  return { kind: 'wallet_key', id: `${wallet.uuid}:${wallet.network}:${wallet.address}` };
}
