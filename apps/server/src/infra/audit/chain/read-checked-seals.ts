import { toHex } from '@halyard/audit-proof/bytes';
import { isSealOf, type Seal, type SealKey } from '@halyard/audit-proof/seal';
import { verifyEd25519 } from '@halyard/audit-proof/verify-ed25519';
import type { MasterKeyRing } from '../../crypto/master-keys.ts';
import type { DatabaseReader } from '../../db/database.ts';
import { findTrustedKeys } from './find-trusted-keys.ts';

/** A seal as stored in the database. */
export interface SealRow {
  readonly size: number;
  readonly root: Buffer;
  readonly hash: Buffer;
  readonly sealed_at: Date;
  readonly key_id: Buffer;
  readonly signature: Buffer;
}

/** A kept seal of an earlier state of the log. */
export interface CheckedSeal {
  readonly size: number;
  readonly root: Buffer;
  /** Whether it was made with a current master key or a former key that such a key signed. */
  readonly isRight: boolean;
}

/** Reads and checks all kept seals, oldest first. */
export async function readCheckedSeals(
  reader: DatabaseReader,
  ring: MasterKeyRing,
): Promise<readonly CheckedSeal[]> {
  const keys = await findTrustedKeys(reader, ring);
  const seals = await reader.selectFrom('audit_seals').selectAll().orderBy('size').execute();
  return await Promise.all(
    seals.map(async (seal) => ({ size: seal.size, root: seal.root, isRight: await isRight(seal, keys) })),
  );
}

/**
 * Checks whether a kept seal proves that the log had this size before an instant. The times in the entries themselves
 * may have been changed.
 */
export async function wasSealedBefore(
  reader: DatabaseReader,
  ring: MasterKeyRing,
  { size, before }: { readonly size: number; readonly before: Date },
): Promise<boolean> {
  const seal = await reader
    .selectFrom('audit_seals')
    .selectAll()
    .where('size', '>=', size)
    .where('sealed_at', '<', before)
    .orderBy('size')
    .limit(1)
    .executeTakeFirst();
  return seal !== undefined && (await isRight(seal, await findTrustedKeys(reader, ring)));
}

async function isRight(row: SealRow, keys: ReadonlyMap<string, SealKey>): Promise<boolean> {
  const key = keys.get(toHex(row.key_id));
  return key !== undefined && (await isSealOf(sealIn(row), key, verifyEd25519));
}

export function sealIn({ size, root, hash, sealed_at, key_id, signature }: SealRow): Seal {
  return {
    size,
    root: toHex(root),
    hash: toHex(hash),
    sealedAt: sealed_at.toISOString(),
    keyId: toHex(key_id),
    signature: toHex(signature),
  };
}
