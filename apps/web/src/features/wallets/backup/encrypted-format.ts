import type { WalletBackup } from '@halyard/contract/wallets';
import { networkOf } from '../../../domain/network/network.ts';

export type EncryptedKind = 'keystore' | 'age';

interface EncryptedFormat {
  readonly kind: EncryptedKind;
  readonly extension: 'keystore.json' | 'age';
  readonly mediaType: string;
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

/** Uses the keystore format only for Ethereum-style keys, because it fits no others. */
export function encryptedFormat({ blockchain }: Pick<WalletBackup, 'blockchain'>): EncryptedFormat {
  const network = networkOf(blockchain);
  return network === undefined || network === 'TRON' ? AGE : KEYSTORE;
}
