import type { WalletBackup } from '@halyard/contract/wallets';
import type { EncryptedKind } from './encrypted-format.ts';

/** What the thread that encrypts is told. */
export interface EncryptionOrder {
  readonly kind: EncryptedKind;
  readonly backup: WalletBackup;
  readonly passphrase: string;
}

/** What it answers: the file, or undefined where it could not be made. */
export interface EncryptionOutcome {
  readonly content: Uint8Array<ArrayBuffer> | undefined;
}
