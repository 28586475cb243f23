import type { WalletBackup } from '@halyard/contract/wallets';
import { ctr } from '@noble/ciphers/aes.js';
import { scrypt } from '@noble/hashes/scrypt.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, randomBytes } from '@noble/hashes/utils.js';
import { Encrypter } from 'age-encryption';
import { backupJson } from './backup-files.ts';
import type { EncryptedKind } from './encrypted-format.ts';

/** OWASP recommends N = 2^17, r = 8, p = 1 for scrypt. This takes 128 MiB. */
const SCRYPT_LOG_N = 17;

/** Encrypts a backup with a passphrase. Blocks the thread for a second or more. */
export async function encryptBackup(
  kind: EncryptedKind,
  backup: WalletBackup,
  passphrase: string,
): Promise<Uint8Array<ArrayBuffer>> {
  return kind === 'keystore' ? keystoreFile(backup, passphrase) : ageFile(backup, passphrase);
}

/** Writes a Web3 Secret Storage file, version 3. Ethereum wallets normalize its passphrase to NFKC. */
function keystoreFile({ address, privateKey }: WalletBackup, passphrase: string): Uint8Array<ArrayBuffer> {
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const n = 2 ** SCRYPT_LOG_N;
  const key = scrypt(passphrase.normalize('NFKC'), salt, { N: n, r: 8, p: 1, dkLen: 32 });
  const ciphertext = ctr(key.subarray(0, 16), iv).encrypt(hexToBytes(withoutPrefix(privateKey)));
  const keystore = {
    address: withoutPrefix(address).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      ciphertext: bytesToHex(ciphertext),
      cipherparams: { iv: bytesToHex(iv) },
      kdf: 'scrypt',
      kdfparams: { dklen: 32, n, p: 1, r: 8, salt: bytesToHex(salt) },
      mac: bytesToHex(keccak_256(concatBytes(key.subarray(16), ciphertext))),
    },
    id: randomUuid(),
    version: 3,
  };
  return new TextEncoder().encode(`${JSON.stringify(keystore, null, 2)}\n`);
}

async function ageFile(backup: WalletBackup, passphrase: string): Promise<Uint8Array<ArrayBuffer>> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N);
  return new Uint8Array(await encrypter.encrypt(backupJson(backup)));
}

/** Returns a UUID of version 4 (RFC 9562). Browsers offer `crypto.randomUUID` only over https. */
function randomUuid(): string {
  const hex = bytesToHex(randomBytes(16));
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

function withoutPrefix(hex: string): string {
  return hex.replace(/^0x/i, '');
}
