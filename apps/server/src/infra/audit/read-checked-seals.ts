import { toHex } from '@halyard/audit-proof/bytes';
import { isSealOf, type Seal } from '@halyard/audit-proof/seal';
import { verifyEd25519 } from '@halyard/audit-proof/verify-ed25519';
import type { MasterKeyRing } from '../crypto/master-keys.ts';
import type { DatabaseReader } from '../db/database.ts';
import { findTrustedKeys } from './find-trusted-keys.ts';

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
    seals.map(async ({ size, root, hash, sealed_at, key_id, signature }) => {
      const key = keys.get(toHex(key_id));
      const seal: Seal = {
        size,
        root: toHex(root),
        hash: toHex(hash),
        sealedAt: sealed_at.toISOString(),
        keyId: toHex(key_id),
        signature: toHex(signature),
      };
      return { size, root, isRight: key !== undefined && (await isSealOf(seal, key, verifyEd25519)) };
    }),
  );
}
