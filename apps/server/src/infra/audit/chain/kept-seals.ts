import { toHex } from '@halyard/audit-proof/bytes';
import { isSealOf, type Seal, type SealKey } from '@halyard/audit-proof/seal';
import { verifyEd25519 } from '@halyard/audit-proof/verify-ed25519';
import type { MasterKeyRing, MasterKeys } from '../../crypto/master-keys.ts';
import type { DatabaseReader } from '../../db/database.ts';
import { findTrustedKeys } from './find-trusted-keys.ts';

export interface SealRow {
  readonly size: number;
  readonly root: Buffer;
  readonly hash: Buffer;
  readonly sealed_at: Date;
  readonly key_id: Buffer;
  readonly signature: Buffer;
}

export interface ExpectedRoot {
  readonly size: number;
  /** In hex; empty if the seal is invalid. */
  readonly root: string;
  /** Reason to report if the root differs. */
  readonly reason: string;
}

export const REWRITTEN = 'or an earlier entry was rewritten after it was sealed';

export async function readSealedRoots(
  reader: DatabaseReader,
  masterKeys: MasterKeys,
): Promise<ExpectedRoot[]> {
  const seals = await reader.selectFrom('audit_seals').selectAll().execute();
  // Read keys after seals, so that they include the key of each seal.
  const keys = await findTrustedKeys(reader, masterKeys());
  return await Promise.all(
    seals.map(async (seal) =>
      (await isRight(seal, keys))
        ? { size: seal.size, root: toHex(seal.root), reason: REWRITTEN }
        : { size: seal.size, root: '', reason: 'has a seal not signed by a known key' },
    ),
  );
}

/** Whether a kept seal proves that the log reached this size before a time. Entry times can be forged. */
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

/** Whether a current master key made this seal, or a former key that a current one signed. */
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
