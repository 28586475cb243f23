import type { WalletBackup } from '@halyard/contract/wallets';

/** A backup as it is kept in a file: the plain one, and in an age file what is encrypted. */
export function backupJson({ address, publicKey, privateKey, blockchain, type }: WalletBackup): string {
  return `${JSON.stringify({ address, publicKey, privateKey, blockchain, type }, null, 2)}\n`;
}

/** `wallet-backup-{address}.json`: of the address only what no file system minds. */
export function backupFileName(address: string, ending: 'json' | 'keystore.json' | 'age'): string {
  return `wallet-backup-${address.replace(/[^0-9A-Za-z]/g, '').slice(0, ADDRESS_LENGTH_MAX)}.${ending}`;
}

/** No chain's addresses are longer. */
const ADDRESS_LENGTH_MAX = 128;
