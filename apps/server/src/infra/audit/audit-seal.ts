import { createHmac, timingSafeEqual } from 'node:crypto';
import { findMasterKey, type MasterKeyRing } from '../crypto/master-keys.ts';

/** The only row of `audit_head`. */
export interface AuditHead {
  readonly sequence: number;
  readonly hash: Buffer;
  readonly seal: Buffer | null;
  /** Null beside a seal that was made before it was noted. */
  readonly seal_key_id: Buffer | null;
}

/**
 * The seal that a head of this number and hash must carry: HMAC-SHA-256 over both.
 * @param sealingKey of a `MasterKey`
 */
export function sealOf(sealingKey: Buffer, sequence: number, hash: Buffer): Buffer {
  return createHmac('sha256', sealingKey).update(`${sequence}:`).update(hash).digest();
}

export type SealVerdict = 'right' | 'wrong' | 'unknown key';

/** Whether a head carries the seal of one of these master keys. Only the head of an empty log has none. */
export function examineSeal(
  { sequence, hash, seal, seal_key_id }: AuditHead,
  ring: MasterKeyRing,
): SealVerdict {
  if (seal === null) return sequence === 0 ? 'right' : 'wrong';
  const key = seal_key_id === null ? undefined : findMasterKey(ring, seal_key_id);
  if (seal_key_id !== null && key === undefined) return 'unknown key';
  const candidates = key === undefined ? ring : [key];
  const isSealOf = (sealingKey: Buffer) => {
    const expected = sealOf(sealingKey, sequence, hash);
    return expected.length === seal.length && timingSafeEqual(expected, seal);
  };
  if (candidates.some(({ sealingKey }) => isSealOf(sealingKey))) return 'right';
  return key === undefined ? 'unknown key' : 'wrong';
}
