import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { findMasterKey, type MasterKey, type MasterKeys } from './master-keys.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 8;

/** Error for a data key whose master key is unavailable. The data key itself may be intact. */
export class MasterKeyUnavailable extends Error {}

/** Wraps data keys under a master key. Implemented with keys from the environment; a KMS could replace them. */
export interface KeyWrapper {
  readonly wrap: (dataKey: Buffer, associatedData: Buffer) => Promise<Buffer>;
  /** @throws MasterKeyUnavailable; another Error if the key was wrapped for other data or changed. */
  readonly unwrap: (wrapped: Buffer, associatedData: Buffer) => Promise<Buffer>;
}

/** Creates a wrapper with a ring of master keys. A wrapped key starts with the 8-byte ID of its master key. */
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
      // The ID is not authenticated, so a changed one must not be reported as a missing master key.
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

/** Encrypts with AES-256-GCM and a new nonce. Returns nonce, tag and ciphertext. */
export function encrypt(key: Buffer, plaintext: Buffer, associatedData: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** @throws Error if the data, the key or the associated data differs. */
export function decrypt(key: Buffer, sealed: Buffer, associatedData: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, options)
    .setAAD(associatedData)
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
