import { encryptBackup } from './encrypt-backup.ts';
import type { EncryptionRequest, EncryptionResult } from './encryption-messages.ts';

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
