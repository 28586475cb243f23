import type { WalletBackup } from '@halyard/contract/wallets';
import { encryptBackup } from './encrypt-backup.ts';
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

/** Worker that encrypts one backup. */
addEventListener('message', async ({ data }: MessageEvent<EncryptionRequest>) => {
  postMessage(await encrypt(data));
});

async function encrypt({ kind, backup, passphrase }: EncryptionRequest): Promise<EncryptionResult> {
  try {
    return { content: await encryptBackup(kind, backup, passphrase) };
  } catch {
    // Drop the error, because a library's message may contain its input.
    return { content: undefined };
  }
}
