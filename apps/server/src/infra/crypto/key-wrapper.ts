import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { findMasterKey, type MasterKeys } from './master-keys.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 8;

/** Wraps data keys under a master key that never leaves it: an environment keyring now, a KMS later. */
export interface KeyWrapper {
  readonly wrap: (dataKey: Buffer, associatedData: Buffer) => Promise<Buffer>;
  /** @throws Error when the key was wrapped under a master key that is not here, for other data, or was changed. */
  readonly unwrap: (wrapped: Buffer, associatedData: Buffer) => Promise<Buffer>;
}

/** A wrapper over a ring of master keys. A wrapped key begins with the 8-byte id of the master key that it needs. */
export function createEnvironmentKeyWrapper(masterKeys: MasterKeys): KeyWrapper {
  return {
    wrap: async (dataKey, associatedData) => {
      const [{ id, wrappingKey }] = masterKeys();
      return Buffer.concat([id, encrypt(wrappingKey, dataKey, associatedData)]);
    },
    unwrap: async (wrapped, associatedData) => {
      const key = findMasterKey(masterKeys(), wrapped.subarray(0, KEY_ID_BYTES));
      if (key === undefined) throw new Error('a data key was wrapped under another master key');
      return decrypt(key.wrappingKey, wrapped.subarray(KEY_ID_BYTES), associatedData);
    },
  };
}

/** AES-256-GCM under a fresh nonce: nonce, tag and ciphertext in one piece. */
export function encrypt(key: Buffer, plaintext: Buffer, associatedData: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** @throws Error when a byte, the key or the associated data is not the one that was encrypted with. */
export function decrypt(key: Buffer, sealed: Buffer, associatedData: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(associatedData).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
