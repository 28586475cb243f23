import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

const KEY_ID_BYTES = 8;
const PUBLIC_KEY_BYTES = 32;
/** PKCS #8 prefix of an Ed25519 private key (RFC 8410, section 7). */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The keys derived from one master key, one per purpose. */
export interface MasterKey {
  /** Eight bytes that identify the key and reveal nothing about it. */
  readonly id: Buffer;
  readonly wrappingKey: Buffer;
  /** Seals the audit log's head: an Ed25519 private key. */
  readonly sealingKey: KeyObject;
  /** 32 bytes. */
  readonly publicSealingKey: Buffer;
  /** Symmetric key of old seals, from before seals were signatures. */
  readonly formerSealingKey: Buffer;
  /** Authenticates rows that grant access. */
  readonly rowKey: Buffer;
}

/** The current master key, which wraps and seals, followed by older ones, which only open. */
export type MasterKeyRing = readonly [MasterKey, ...MasterKey[]];

/** Returns the current ring. A rotation can change it at any time, so call it at each use. */
export type MasterKeys = () => MasterKeyRing;

/** Returns a ring that never changes. Each key has 32 bytes. */
export function fixedMasterKeys(current: Buffer, ...previous: readonly Buffer[]): MasterKeys {
  const ring = masterKeyRing(current, ...previous);
  return () => ring;
}

export function masterKeyRing(current: Buffer, ...previous: readonly Buffer[]): MasterKeyRing {
  return [toMasterKey(current), ...previous.map(toMasterKey)];
}

export function findMasterKey(ring: MasterKeyRing, id: Buffer): MasterKey | undefined {
  return ring.find((key) => key.id.equals(id));
}

function toMasterKey(secret: Buffer): MasterKey {
  const wrappingKey = deriveKey(secret, 'wrap data keys');
  const sealingKey = createPrivateKey({
    key: Buffer.concat([ED25519_PKCS8, deriveKey(secret, 'sign the audit log')]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(sealingKey).export({ format: 'der', type: 'spki' });
  return {
    id: createHash('sha256').update(wrappingKey).digest().subarray(0, KEY_ID_BYTES),
    wrappingKey,
    sealingKey,
    publicSealingKey: spki.subarray(-PUBLIC_KEY_BYTES),
    formerSealingKey: deriveKey(secret, 'seal the audit log'),
    rowKey: deriveKey(secret, 'authenticate rows'),
  };
}

function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `halyard: ${purpose}`, 32));
}
