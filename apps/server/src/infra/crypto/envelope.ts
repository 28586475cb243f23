import { randomBytes } from 'node:crypto';
import { decrypt, encrypt, type KeyWrapper } from './key-wrapper.ts';

const VERSION = 1;
const DATA_KEY_BYTES = 32;

/** The record that a secret belongs to. A sealed secret opens only for the record that it was sealed for. */
export interface SecretOwner {
  readonly kind: 'administrator_totp' | 'two_factor_setup';
  readonly id: string;
}

/**
 * Envelope encryption of one secret: AES-256-GCM under a data key of its own, which the master key wraps.
 * Layout: version (1 byte), length of the wrapped key (2 bytes, big-endian), wrapped key, sealed secret.
 */
export async function sealSecret(keys: KeyWrapper, owner: SecretOwner, secret: Buffer): Promise<Buffer> {
  const associatedData = associatedDataOf(owner);
  const dataKey = randomBytes(DATA_KEY_BYTES);
  const wrapped = await keys.wrap(dataKey, associatedData);
  const header = Buffer.alloc(3);
  header.writeUInt8(VERSION, 0);
  header.writeUInt16BE(wrapped.length, 1);
  return Buffer.concat([header, wrapped, encrypt(dataKey, secret, associatedData)]);
}

/** @throws Error when the envelope was changed, moved from another record or needs another master key. */
export async function openSecret(keys: KeyWrapper, owner: SecretOwner, envelope: Buffer): Promise<Buffer> {
  if (envelope.readUInt8(0) !== VERSION) throw new Error('a sealed secret has an unknown version');
  const associatedData = associatedDataOf(owner);
  const wrappedEnd = 3 + envelope.readUInt16BE(1);
  const dataKey = await keys.unwrap(envelope.subarray(3, wrappedEnd), associatedData);
  return decrypt(dataKey, envelope.subarray(wrappedEnd), associatedData);
}

function associatedDataOf({ kind, id }: SecretOwner): Buffer {
  return Buffer.from(`${kind}:${id}`);
}
