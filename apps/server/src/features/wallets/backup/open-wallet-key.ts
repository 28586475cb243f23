import { deriveWallet } from '../../../infra/chain/wallet-address.ts';
import { openSecret } from '../../../infra/crypto/envelope.ts';
import { type KeyWrapper, MasterKeyUnavailable } from '../../../infra/crypto/key-wrapper.ts';
import { walletKeyOwner } from '../../../infra/crypto/wallet-key-owner.ts';
import type { BackupRefusal } from './backup-refusals.ts';
import type { SealedWallet } from './wallet-backup-store.ts';

/** Leaves time for the rest of the request within 5 s. */
const UNWRAP_TIMEOUT_MS = 4_000;

export interface OpenedKey {
  /** 64 digits of lower-case hexadecimal. */
  readonly privateKey: string;
  readonly publicKey: string;
}

export type OpeningRefusal = Extract<
  BackupRefusal,
  'master_key_unavailable' | 'envelope_does_not_open' | 'derives_another_wallet'
>;

/** Checks that the key derives the wallet's address. Always wipes the bytes, even after a timeout. */
export async function openWalletKey(
  keys: KeyWrapper,
  wallet: SealedWallet,
): Promise<OpenedKey | OpeningRefusal> {
  const opening = openSecret(keys, walletKeyOwner(wallet), wallet.sealedKey).catch(
    (error: unknown): OpeningRefusal =>
      error instanceof MasterKeyUnavailable ? 'master_key_unavailable' : 'envelope_does_not_open',
  );
  const secret = await inTime(opening);
  if (secret === undefined) {
    void opening.then(wipe);
    return 'master_key_unavailable';
  }
  if (!Buffer.isBuffer(secret)) return secret;
  try {
    return keyOf(wallet, secret) ?? 'derives_another_wallet';
  } finally {
    wipe(secret);
  }
}

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>();
  const timer = setTimeout(giveUp, UNWRAP_TIMEOUT_MS, undefined);
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function keyOf({ network, address, publicKey }: SealedWallet, secret: Buffer): OpenedKey | undefined {
  try {
    const derived = deriveWallet(network, secret);
    if (derived.address !== address || derived.publicKey !== publicKey) return undefined;
    return { privateKey: secret.toString('hex'), publicKey };
  } catch {
    // Not logged, because an error about a key may contain the key.
    return undefined;
  }
}

function wipe(secret: Buffer | OpeningRefusal): void {
  if (Buffer.isBuffer(secret)) secret.fill(0);
}
