import type { WalletBackup } from '@halyard/contract/wallets';
import type { EncryptionRequest, EncryptionResult } from './encrypt-backup-worker.ts';
import type { EncryptedKind } from './encrypted-format.ts';

/** Encrypts a backup in a worker, then ends the worker to drop the key. Throws on failure and on abort. */
export async function encryptInWorker(
  kind: EncryptedKind,
  backup: WalletBackup,
  passphrase: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./encrypt-backup-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data: { content } }: MessageEvent<EncryptionResult>) =>
        content ? resolve(content) : reject(new Error('Encrypting the backup failed'));
      worker.onerror = () => reject(new Error('Starting the encryption worker failed'));
      signal.addEventListener('abort', () => reject(signal.reason));
      worker.postMessage({ kind, backup, passphrase } satisfies EncryptionRequest);
    });
  } finally {
    worker.terminate();
  }
}
