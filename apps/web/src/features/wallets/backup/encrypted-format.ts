import type { WalletBackup } from '@halyard/contract/wallets';
import { networkOf } from '../../../domain/network/network.ts';

/** The kind of an encrypted file: what wallets of the Ethereum family import, or what any person can open. */
export type EncryptedKind = 'keystore' | 'age';

interface EncryptedFormat {
  readonly kind: EncryptedKind;
  readonly ending: 'keystore.json' | 'age';
  readonly mediaType: string;
  /** What opens it. */
  readonly hint: string;
}

const KEYSTORE: EncryptedFormat = {
  kind: 'keystore',
  ending: 'keystore.json',
  mediaType: 'application/json',
  hint: 'Saved as a version 3 keystore that Ethereum wallets can import.',
};

const AGE: EncryptedFormat = {
  kind: 'age',
  ending: 'age',
  mediaType: 'application/octet-stream',
  hint: 'Open it with age (age-encryption.org).',
};

/** The keystore's addresses and keys are those of the Ethereum family; everything else goes into an age file. */
export function encryptedFormat({ blockchain }: Pick<WalletBackup, 'blockchain'>): EncryptedFormat {
  const network = networkOf(blockchain);
  return network === undefined || network === 'TRON' ? AGE : KEYSTORE;
}
