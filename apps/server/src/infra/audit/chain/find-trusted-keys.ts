import { toHex } from '@halyard/audit-proof/bytes';
import { endorsementMessage, type SealKey } from '@halyard/audit-proof/seal';
import { verifyEd25519 } from '@halyard/audit-proof/verify-ed25519';
import type { MasterKeyRing } from '../../crypto/master-keys.ts';
import type { DatabaseReader } from '../../db/database.ts';

/** Returns the seal keys of the current master keys and the former keys that they signed, by id. */
export async function findTrustedKeys(
  reader: DatabaseReader,
  ring: MasterKeyRing,
): Promise<ReadonlyMap<string, SealKey>> {
  const rows = await reader.selectFrom('audit_keys').selectAll().execute();
  const trusted = new Map<string, SealKey>();
  const trust = (id: Buffer, publicKey: Buffer) => {
    const row = rows.find(({ key_id, public_key }) => key_id.equals(id) && public_key.equals(publicKey));
    trusted.set(toHex(id), {
      id: toHex(id),
      publicKey: toHex(publicKey),
      previousKeyId: row?.previous_key_id ? toHex(row.previous_key_id) : null,
      endorsement: row?.endorsement ? toHex(row.endorsement) : null,
    });
  };
  for (const { id, publicSealingKey } of ring) trust(id, publicSealingKey);
  for (let known = 0; known < trusted.size; ) {
    known = trusted.size;
    for (const { key_id, previous_key_id, acceptance } of rows) {
      const key = trusted.get(toHex(key_id));
      const before = rows.find((row) => previous_key_id?.equals(row.key_id));
      if (key === undefined || before === undefined || acceptance === null) continue;
      const message = endorsementMessage(toHex(before.public_key));
      const isFormer = await verifyEd25519(
        Buffer.from(key.publicKey, 'hex'),
        message,
        Uint8Array.from(acceptance),
      );
      if (isFormer && !trusted.has(toHex(before.key_id))) trust(before.key_id, before.public_key);
    }
  }
  return trusted;
}
