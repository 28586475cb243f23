import { encryptBackup } from './encrypt-backup.ts';
import type { EncryptionOrder, EncryptionOutcome } from './encryption-messages.ts';

/** The thread in which a backup is encrypted: one order, one answer. */
addEventListener('message', async ({ data }: MessageEvent<EncryptionOrder>) => {
  postMessage(await outcomeOf(data));
});

async function outcomeOf({ kind, backup, passphrase }: EncryptionOrder): Promise<EncryptionOutcome> {
  try {
    return { content: await encryptBackup(kind, backup, passphrase) };
  } catch {
    // Why is left behind: a library's message might quote what it was given.
    return { content: undefined };
  }
}
