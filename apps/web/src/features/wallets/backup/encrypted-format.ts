import type { WalletBackup } from '@halyard/contract/wallets';
import { networkOf } from '../../../domain/network/network.ts';

/** A keystore for Ethereum wallets, or an age file. */
export type EncryptedKind = 'keystore' | 'age';

interface EncryptedFormat {
  readonly kind: EncryptedKind;
  readonly extension: 'keystore.json' | 'age';
  readonly mediaType: string;
  /** Explains how to open the file. */
  readonly hint: string;
}

const KEYSTORE: EncryptedFormat = {
  kind: 'keystore',
  extension: 'keystore.json',
  mediaType: 'application/json',
  hint: 'Saved as a version 3 keystore that Ethereum wallets can import.',
};

const AGE: EncryptedFormat = {
  kind: 'age',
  extension: 'age',
  mediaType: 'application/octet-stream',
  hint: 'Open it with age (age-encryption.org).',
};

/** Returns the keystore format for Ethereum and similar chains only, whose keys fit. */
export function encryptedFormat({ blockchain }: Pick<WalletBackup, 'blockchain'>): EncryptedFormat {
  const network = networkOf(blockchain);
  return network === undefined || network === 'TRON' ? AGE : KEYSTORE;
}
