import { toHex } from '@halyard/audit-proof/bytes';
import { isSealOf, type SealKey } from '@halyard/audit-proof/seal';
import { verifyEd25519 } from '@halyard/audit-proof/verify-ed25519';
import type { MasterKeyRing } from '../../crypto/master-keys.ts';
import type { DatabaseReader } from '../../db/database.ts';
import { findTrustedKeys } from './find-trusted-keys.ts';
import { type SealRow, sealIn } from './seal-row.ts';

/** A seal of the log as it once was. */
export interface CheckedSeal {
  readonly size: number;
  readonly root: Buffer;
  /** Whether it was made with the key of a present master key, or one that such a key signed as its former. */
  readonly isRight: boolean;
}

/** Every seal that was kept, oldest first. */
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
 * Whether a seal that was kept proves that there were as many entries before an instant: what the entries themselves
 * say of their time may have been changed.
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
