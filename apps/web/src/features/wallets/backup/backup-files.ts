import type { WalletBackup } from '@halyard/contract/wallets';

/** Returns the JSON that both the plain file and the age file contain. */
export function backupJson({ address, publicKey, privateKey, blockchain, type }: WalletBackup): string {
  return `${JSON.stringify({ address, publicKey, privateKey, blockchain, type }, null, 2)}\n`;
}

/** Returns `wallet-backup-{address}.json`. Drops characters that file systems may reject. */
export function backupFileName(address: string, extension: 'json' | 'keystore.json' | 'age'): string {
  return `wallet-backup-${address.replace(/[^0-9A-Za-z]/g, '').slice(0, ADDRESS_LENGTH_MAX)}.${extension}`;
}

/** Longer than the addresses of any chain. */
const ADDRESS_LENGTH_MAX = 128;
