import { randomBytes } from 'node:crypto';
import { decrypt, encrypt, type KeyWrapper } from './key-wrapper.ts';

const VERSION = 1;
const HEADER_BYTES = 3;
const DATA_KEY_BYTES = 32;

/** The record that owns a secret. A sealed secret opens only for this record. */
export interface SecretOwner {
  readonly kind: 'administrator_totp' | 'outbox_entry' | 'two_factor_setup' | 'wallet_key';
  readonly id: string;
}

/**
 * Encrypts one secret with AES-256-GCM under its own data key, which the master key wraps.
 * Layout: version (1 byte), length of the wrapped key (2 bytes, big-endian), wrapped key, sealed secret.
 */
export async function sealSecret(keys: KeyWrapper, owner: SecretOwner, secret: Buffer): Promise<Buffer> {
  const associatedData = associatedDataOf(owner);
  const dataKey = randomBytes(DATA_KEY_BYTES);
  try {
    const wrapped = await keys.wrap(dataKey, associatedData);
    return joined(wrapped, encrypt(dataKey, secret, associatedData));
  } finally {
    dataKey.fill(0);
  }
}

/** @throws MasterKeyUnavailable; another Error if the envelope was changed or moved from another record. */
export async function openSecret(keys: KeyWrapper, owner: SecretOwner, envelope: Buffer): Promise<Buffer> {
  const associatedData = associatedDataOf(owner);
  const { wrapped, sealed } = parted(envelope);
  const dataKey = await keys.unwrap(wrapped, associatedData);
  try {
    return decrypt(dataKey, sealed, associatedData);
  } finally {
    dataKey.fill(0);
  }
}

/** Re-wraps the data key under the current master key. @throws Error if it was changed, moved or needs another key */
export async function rewrapSecret(keys: KeyWrapper, owner: SecretOwner, envelope: Buffer): Promise<Buffer> {
  const associatedData = associatedDataOf(owner);
  const { wrapped, sealed } = parted(envelope);
  const dataKey = await keys.unwrap(wrapped, associatedData);
  try {
    return joined(await keys.wrap(dataKey, associatedData), sealed);
  } finally {
    dataKey.fill(0);
  }
}

/** The part of an envelope that stays the same when a rotation wraps its data key again. */
export function innerSecret(envelope: Buffer): Buffer {
  const isWhole = envelope.length >= HEADER_BYTES && envelope.readUInt8(0) === VERSION;
  return isWhole ? parted(envelope).sealed : envelope;
}

function joined(wrapped: Buffer, sealed: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(VERSION, 0);
  header.writeUInt16BE(wrapped.length, 1);
  return Buffer.concat([header, wrapped, sealed]);
}

function parted(envelope: Buffer): { readonly wrapped: Buffer; readonly sealed: Buffer } {
  if (envelope.readUInt8(0) !== VERSION) throw new Error('a sealed secret has an unknown version');
  const wrappedEnd = HEADER_BYTES + envelope.readUInt16BE(1);
  return { wrapped: envelope.subarray(HEADER_BYTES, wrappedEnd), sealed: envelope.subarray(wrappedEnd) };
}

function associatedDataOf({ kind, id }: SecretOwner): Buffer {
  return Buffer.from(`${kind}:${id}`);
}
