import { sign } from 'node:crypto';
import { toHex } from '@halyard/audit-proof/bytes';
import { endorsementMessage } from '@halyard/audit-proof/seal';
import { findMasterKey, type MasterKey, type MasterKeyRing } from '../../crypto/master-keys.ts';
import type { DatabaseTransaction } from '../../db/database.ts';
import type { AuditHead } from './audit-seal.ts';

/** Publishes a new seal key. The old and the new key sign each other, so readers who trust one trust both. */
export async function registerKey(
  transaction: DatabaseTransaction,
  { seal_key_id, root }: Pick<AuditHead, 'seal_key_id' | 'root'>,
  ring: MasterKeyRing,
  at: Date,
): Promise<void> {
  const [key] = ring;
  if (root !== null && seal_key_id?.equals(key.id)) return;
  // Seals from before the hash tree are HMACs, which no public key can check.
  const before = root === null || seal_key_id === null ? undefined : findMasterKey(ring, seal_key_id);
  await transaction
    .insertInto('audit_keys')
    .values({
      key_id: key.id,
      public_key: key.publicSealingKey,
      created_at: at,
      ...(before !== undefined && {
        previous_key_id: before.id,
        endorsement: signKey(before, key),
        acceptance: signKey(key, before),
      }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function signKey({ sealingKey }: MasterKey, { publicSealingKey }: MasterKey): Buffer {
  return sign(null, endorsementMessage(toHex(publicSealingKey)), sealingKey);
}
