// @vitest-environment node
import { Decrypter } from 'age-encryption';
import { Wallet } from 'ethers';
import { expect, it } from 'vitest';
import { encryptBackup } from './encrypt-backup.ts';

const PATIENCE_MS = 60_000;
const PASSPHRASE = 'correct horse ﬁne battery é';
/** Example key of Ethereum toolkits. */
const BACKUP = {
  address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
  publicKey: `0x04${'ab'.repeat(64)}`,
  privateKey: '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  blockchain: 'ETH',
  type: 'outbound',
} as const;

const text = (content: Uint8Array) => new TextDecoder().decode(content);

it(
  'encryptBackup creates a keystore that ethers opens with the passphrase only',
  async () => {
    const file = text(await encryptBackup('keystore', BACKUP, PASSPHRASE));
    expect(file).not.toContain(BACKUP.privateKey.slice(2));
    const { address, version, crypto } = JSON.parse(file);
    expect(address).toBe(BACKUP.address.slice(2).toLowerCase());
    expect(version).toBe(3);
    expect(crypto.kdf).toBe('scrypt');
    expect(crypto.kdfparams).toMatchObject({ n: 131_072, r: 8, p: 1, dklen: 32 });
    const wallet = Wallet.fromEncryptedJsonSync(file, PASSPHRASE);
    expect([wallet.address, wallet.privateKey]).toEqual([BACKUP.address, BACKUP.privateKey]);
    expect(() => Wallet.fromEncryptedJsonSync(file, `${PASSPHRASE}.`)).toThrow('incorrect password');
  },
  PATIENCE_MS,
);

it(
  'encryptBackup creates an age file that opens with the passphrase only',
  async () => {
    const backup = { ...BACKUP, blockchain: 'TRON', privateKey: BACKUP.privateKey.slice(2) } as const;
    const file = await encryptBackup('age', backup, PASSPHRASE);
    expect(text(file)).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 17\n/);
    expect(text(file)).not.toContain(backup.privateKey);
    expect(JSON.parse(await decrypted(file, PASSPHRASE))).toEqual(backup);
    await expect(decrypted(file, `${PASSPHRASE}.`)).rejects.toThrow();
  },
  PATIENCE_MS,
);

function decrypted(file: Uint8Array, passphrase: string): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return decrypter.decrypt(file, 'text');
}
