import type { WalletBackup } from '@halyard/contract/wallets';
import { encryptBackup } from './encrypt-backup.ts';
import type { EncryptedKind } from './encrypted-format.ts';

export interface EncryptionRequest {
  readonly kind: EncryptedKind;
  readonly backup: WalletBackup;
  readonly passphrase: string;
}

export interface EncryptionResult {
  readonly content: Uint8Array<ArrayBuffer> | undefined;
}

addEventListener('message', async ({ data }: MessageEvent<EncryptionRequest>) => {
  postMessage(await encrypt(data));
});

async function encrypt({ kind, backup, passphrase }: EncryptionRequest): Promise<EncryptionResult> {
  try {
    return { content: await encryptBackup(kind, backup, passphrase) };
  } catch {
    // Drop the error, because its message may contain the library's input.
    return { content: undefined };
  }
}
