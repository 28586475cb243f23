import type { WalletBackup } from '@halyard/contract/wallets';
import { Encrypter } from 'age-encryption';
import { Keystore } from 'ox';
import { backupJson } from './backup-files.ts';
import type { EncryptedKind } from './encrypted-format.ts';

/** The cost of a guess, as OWASP advises it for scrypt: N = 2^17, r = 8, p = 1, which is 128 MiB. */
const SCRYPT_LOG_N = 17;

/** Encrypts a backup to a passphrase. It takes a second or more, and holds up whatever thread it runs in. */
export async function encryptBackup(
  kind: EncryptedKind,
  backup: WalletBackup,
  passphrase: string,
): Promise<Uint8Array<ArrayBuffer>> {
  return kind === 'keystore' ? keystoreFile(backup, passphrase) : ageFile(backup, passphrase);
}

/** The Web3 Secret Storage Definition, version 3. Its readers bring a passphrase into the form NFKC first. */
function keystoreFile({ address, privateKey }: WalletBackup, passphrase: string): Uint8Array<ArrayBuffer> {
  const password = passphrase.normalize('NFKC');
  const [key, options] = Keystore.scrypt({ password, n: 2 ** SCRYPT_LOG_N, r: 8, p: 1 });
  const keystore = Keystore.encrypt(`0x${withoutPrefix(privateKey)}`, key, options);
  return new TextEncoder().encode(
    `${JSON.stringify({ address: withoutPrefix(address).toLowerCase(), ...keystore }, null, 2)}\n`,
  );
}

async function ageFile(backup: WalletBackup, passphrase: string): Promise<Uint8Array<ArrayBuffer>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N);
  return new Uint8Array(await encrypter.encrypt(backupJson(backup)));
}

function withoutPrefix(hex: string): string {
  return hex.replace(/^0x/i, '');
}
