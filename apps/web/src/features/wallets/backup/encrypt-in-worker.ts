import type { WalletBackup } from '@halyard/contract/wallets';
import type { EncryptedKind } from './encrypted-format.ts';
import type { EncryptionOrder, EncryptionOutcome } from './encryption-messages.ts';

/**
 * Encrypts a backup in a thread of its own, whose code is fetched then: the page stays in use, and what the
 * thread knew ends with it.
 *
 * @throws where the file could not be made, or the signal came first
 */
export async function encryptInWorker(
  kind: EncryptedKind,
  backup: WalletBackup,
  passphrase: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./encrypt-backup-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data: { content } }: MessageEvent<EncryptionOutcome>) =>
        content ? resolve(content) : reject(new Error('The backup could not be encrypted'));
      worker.onerror = () => reject(new Error('The thread that encrypts could not be started'));
      signal.addEventListener('abort', () => reject(signal.reason));
      worker.postMessage({ kind, backup, passphrase } satisfies EncryptionOrder);
    });
  } finally {
    worker.terminate();
  }
}
