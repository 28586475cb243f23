import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

const KEY_ID_BYTES = 8;
const PUBLIC_KEY_BYTES = 32;
/** What comes before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** What one master key is used for: keys derived for one purpose each, so that no key serves two. */
export interface MasterKey {
  /** Eight bytes that tell it from others and give nothing away. */
  readonly id: Buffer;
  /** Wraps data keys. */
  readonly wrappingKey: Buffer;
  /** Seals the audit log's head: an Ed25519 private key. */
  readonly sealingKey: KeyObject;
  /** Belongs to it, 32 bytes: whoever has it can check seals. */
  readonly publicSealingKey: Buffer;
  /** Sealed the audit log's head before it was sealed with a signature. */
  readonly formerSealingKey: Buffer;
}

/** The current master key, which wraps and seals, then those before it, which only open. */
export type MasterKeyRing = readonly [MasterKey, ...MasterKey[]];

/** The ring as it is now: a rotation changes it beside a running product. Ask anew at each use, and keep nothing. */
export type MasterKeys = () => MasterKeyRing;

/** A ring that never changes, of 32 bytes each. */
export function fixedMasterKeys(current: Buffer, ...previous: readonly Buffer[]): MasterKeys {
  const ring = masterKeyRing(current, ...previous);
  return () => ring;
}

export function masterKeyRing(current: Buffer, ...previous: readonly Buffer[]): MasterKeyRing {
  return [toMasterKey(current), ...previous.map(toMasterKey)];
}

/** The key of a ring with this id; undefined where it has none. */
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
  };
}

function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `halyard: ${purpose}`, 32));
}
