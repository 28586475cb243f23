import { setImmediate } from 'node:timers/promises';
import type { FeedWallet } from '@halyard/contract/platform-feed-wallets';
import { deriveWallet } from '../../infra/chain/wallet-address.ts';
import { sealSecret } from '../../infra/crypto/envelope.ts';
import type { KeyWrapper } from '../../infra/crypto/key-wrapper.ts';
import { walletKeyOwner } from '../../infra/crypto/wallet-key-owner.ts';

/** What is stored of a wallet's private key. */
export interface SealedKey {
  /** Uncompressed SEC1, `0x04…`. */
  readonly publicKey: string;
  /** The private key in an envelope that opens for this wallet alone. */
  readonly envelope: Buffer;
}

/**
 * Seals the private keys of wallets, whose addresses are in normal form.
 * @returns by uuid, without those that have no private key or one that does not derive the wallet's address
 */
export async function sealMatchingKeys(
  keys: KeyWrapper,
  wallets: readonly FeedWallet[],
): Promise<ReadonlyMap<string, SealedKey>> {
  const sealed = new Map<string, SealedKey>();
  for (const wallet of wallets) {
    if (wallet.privateKey === undefined) continue;
    // A key takes about half a millisecond: other requests get their turn between two.
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

/** Undefined where the private key does not derive the wallet's address. */
function publicKeyOf({ network, address }: FeedWallet, privateKey: Buffer): string | undefined {
  try {
    const derived = deriveWallet(network, privateKey);
    return derived.address === address ? derived.publicKey : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
