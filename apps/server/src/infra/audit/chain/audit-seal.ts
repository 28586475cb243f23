import { createHmac, sign, timingSafeEqual } from 'node:crypto';
import { toHex } from '@halyard/audit-proof/bytes';
import {
  extendFrontier,
  type Frontier,
  leafHash,
  rootOfFrontier,
  rootOfLeaves,
} from '@halyard/audit-proof/merkle-tree';
import { sealMessage } from '@halyard/audit-proof/seal';
import { findMasterKey, type MasterKey, type MasterKeyRing } from '../../crypto/master-keys.ts';
import { sha256 } from '../../crypto/sha256.ts';

export const HASH_BYTES = 32;
/** Entries per tile of level 0, and tiles per tile of the next level. */
export const TILE_SIZE = 256;

export interface AuditHead {
  readonly sequence: number;
  readonly hash: Buffer;
  /** Root over all entries. Like `sealed_at`, null for an empty log and for seals older than the tree. */
  readonly root: Buffer | null;
  /** Roots of the tree's complete subtrees, 32 bytes each, largest first. */
  readonly frontier: Buffer;
  readonly sealed_at: Date | null;
  readonly seal: Buffer | null;
  /** Null for a seal made before this column existed. */
  readonly seal_key_id: Buffer | null;
}

export const AUDIT_HEAD_COLUMNS = [
  'sequence',
  'hash',
  'root',
  'frontier',
  'sealed_at',
  'seal',
  'seal_key_id',
] as const satisfies readonly (keyof AuditHead)[];

export type SealedHead = { readonly [Column in keyof AuditHead]: NonNullable<AuditHead[Column]> };

type Tree = Pick<AuditHead, 'sequence' | 'frontier'>;

export function extendTree({ sequence, frontier }: Tree, hashes: readonly Buffer[]): Tree {
  let peaks: Frontier = hashesIn(frontier);
  for (const [at, hash] of hashes.entries()) {
    peaks = extendFrontier(sha256, peaks, sequence + at, leafHash(sha256, hash));
  }
  return { sequence: sequence + hashes.length, frontier: Buffer.concat(peaks) };
}

/** Extends a tree of whole tiles, first by the roots of more tiles, then by entry hashes. */
export function extendTreeByTiles(
  { sequence, frontier }: Tree,
  roots: readonly Buffer[],
  hashes: readonly Buffer[],
): Tree {
  // A tree of tiles grows like one of leaves.
  let peaks: Frontier = hashesIn(frontier);
  for (const [at, root] of roots.entries()) {
    peaks = extendFrontier(sha256, peaks, sequence / TILE_SIZE + at, root);
  }
  const whole = { sequence: sequence + roots.length * TILE_SIZE, frontier: Buffer.concat(peaks) };
  return extendTree(whole, hashes);
}

export function rootOverHashes(hashes: readonly Buffer[]): Buffer {
  return Buffer.from(
    rootOfLeaves(
      sha256,
      hashes.map((hash) => leafHash(sha256, hash)),
    ),
  );
}

/** Seals a head with an Ed25519 signature over its number, tree, hash and time. */
export function sealHead(
  { id, sealingKey }: MasterKey,
  { sequence, frontier, hash }: Tree & Pick<AuditHead, 'hash'>,
  at: Date,
): SealedHead {
  const head = { sequence, hash, frontier, root: rootOf(frontier), sealed_at: at };
  return { ...head, seal: sign(null, messageOf(head), sealingKey), seal_key_id: id };
}

export type SealVerdict = 'right' | 'wrong' | 'unknown key';

/** Checks the seal of a head. Only the head of an empty log has no seal. */
export function examineSeal(head: AuditHead, ring: MasterKeyRing): SealVerdict {
  const { sequence, seal, seal_key_id } = head;
  if (seal === null) return sequence === 0 ? 'right' : 'wrong';
  const key = seal_key_id === null ? undefined : findMasterKey(ring, seal_key_id);
  if (seal_key_id !== null && key === undefined) return 'unknown key';
  const candidates = key === undefined ? ring : [key];
  if (candidates.some((candidate) => isSealOf(candidate, head, seal))) return 'right';
  return key === undefined ? 'unknown key' : 'wrong';
}

/** Signs again and compares, which is faster than verifying. Ed25519 signatures are deterministic. */
function isSealOf(key: MasterKey, head: AuditHead, seal: Buffer): boolean {
  const { root, sealed_at, frontier } = head;
  if (root === null || sealed_at === null) {
    const former = formerSealOf(key, head);
    return former.length === seal.length && timingSafeEqual(former, seal);
  }
  const expected = sign(null, messageOf({ ...head, root, sealed_at }), key.sealingKey);
  return expected.equals(seal) && rootOf(frontier).equals(root);
}

/** Returns a seal as made before the hash tree existed: HMAC-SHA-256 over number and hash. */
export function formerSealOf(
  { formerSealingKey }: MasterKey,
  { sequence, hash }: Pick<AuditHead, 'sequence' | 'hash'>,
): Buffer {
  return createHmac('sha256', formerSealingKey).update(`${sequence}:`).update(hash).digest();
}

export function hashesIn(bytes: Uint8Array): Buffer[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    Buffer.from(bytes.buffer, bytes.byteOffset + at * HASH_BYTES, HASH_BYTES),
  );
}

export function rootOf(frontier: Buffer): Buffer {
  return Buffer.from(rootOfFrontier(sha256, hashesIn(frontier)));
}

function messageOf(head: Pick<SealedHead, 'sequence' | 'root' | 'hash' | 'sealed_at'>): Uint8Array {
  const { sequence: size, root, hash, sealed_at } = head;
  return sealMessage({ size, root: toHex(root), hash: toHex(hash), sealedAt: sealed_at.toISOString() });
}

/** Error for a head that was tampered with, or sealed with a key that this process does not have. */
export class BrokenSeal extends Error {
  constructor({ sequence }: AuditHead, verdict: SealVerdict) {
    super(`The audit log's head (entry ${sequence}) has no valid seal (${verdict}): no entries are appended`);
    this.name = 'BrokenSeal';
  }
}

/** Throws BrokenSeal unless one of these master keys made the seal. */
export function requireSeal(head: AuditHead, ring: MasterKeyRing): void {
  const verdict = examineSeal(head, ring);
  if (verdict !== 'right') throw new BrokenSeal(head, verdict);
}
