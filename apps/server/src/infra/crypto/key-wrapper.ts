import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { findMasterKey, type MasterKey, type MasterKeys } from './master-keys.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 8;

/** The master key that a data key was wrapped under cannot be had, or not now. The data key may be as it was. */
export class MasterKeyUnavailable extends Error {}

/** Wraps data keys under a master key that never leaves it: an environment keyring now, a KMS later. */
export interface KeyWrapper {
  readonly wrap: (dataKey: Buffer, associatedData: Buffer) => Promise<Buffer>;
  /** @throws MasterKeyUnavailable; another Error when the key was wrapped for other data, or was changed. */
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
      if (wrapped.length < KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES)
        throw new Error('a wrapped key is cut off');
      const [id, sealed] = [wrapped.subarray(0, KEY_ID_BYTES), wrapped.subarray(KEY_ID_BYTES)];
      const ring = masterKeys();
      const key = findMasterKey(ring, id);
      if (key !== undefined) return decrypt(key.wrappingKey, sealed, associatedData);
      // Nothing authenticates the id: a changed one must not pass for that of a key that is elsewhere.
      if (ring.some((each) => hasWrapped(each, sealed, associatedData))) {
        throw new Error('the master key id of a wrapped key was changed');
      }
      throw new MasterKeyUnavailable('a data key was wrapped under another master key');
    },
  };
}

function hasWrapped({ wrappingKey }: MasterKey, sealed: Buffer, associatedData: Buffer): boolean {
  try {
    decrypt(wrappingKey, sealed, associatedData).fill(0);
    return true;
  } catch {
    return false;
  }
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
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, options)
    .setAAD(associatedData)
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
