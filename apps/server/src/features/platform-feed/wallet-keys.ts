import { setImmediate } from 'node:timers/promises';
import type { FeedWallet } from '@halyard/contract/platform-feed-wallets';
import { deriveWallet } from '../../infra/chain/wallet-address.ts';
import { sealSecret } from '../../infra/crypto/envelope.ts';
import type { KeyWrapper } from '../../infra/crypto/key-wrapper.ts';
import { walletKeyOwner } from '../../infra/crypto/wallet-key-owner.ts';

export interface SealedKey {
  /** Uncompressed SEC1, `0x04…`. */
  readonly publicKey: string;
  readonly envelope: Buffer;
}

/** Seals the private keys that match their addresses and returns them by uuid. */
export async function sealMatchingKeys(
  keys: KeyWrapper,
  wallets: readonly FeedWallet[],
): Promise<ReadonlyMap<string, SealedKey>> {
  const sealed = new Map<string, SealedKey>();
  for (const wallet of wallets) {
    if (wallet.privateKey === undefined) continue;
    // Let other requests run between two keys, because each takes about half a millisecond.
    await setImmediate();
    const privateKey = Buffer.from(wallet.privateKey.slice(-64), 'hex');
    try {
      const publicKey = publicKeyOf(wallet, privateKey);
      if (publicKey === undefined) continue;
      const envelope = await sealSecret(keys, walletKeyOwner(wallet), privateKey);
      sealed.set(wallet.uuid, { publicKey, envelope });
    } finally {
      privateKey.fill(0);
    }
  }
  return sealed;
}

/** Returns undefined if the private key does not match the wallet's address. */
function publicKeyOf({ network, address }: FeedWallet, privateKey: Buffer): string | undefined {
  try {
    const derived = deriveWallet(network, privateKey);
    return derived.address === address ? derived.publicKey : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
