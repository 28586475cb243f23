import type { WalletBackup } from '@halyard/contract/wallets';
import type { EncryptedKind } from './encrypted-format.ts';

export interface EncryptionRequest {
  readonly kind: EncryptedKind;
  readonly backup: WalletBackup;
  readonly passphrase: string;
}

export interface EncryptionResult {
  /** The file; undefined if the encryption failed. */
  readonly content: Uint8Array<ArrayBuffer> | undefined;
}
