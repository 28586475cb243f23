import { canonicalJson } from '@halyard/audit-proof/canonical-json';
import { sql } from 'kysely';
import type { MasterKey, MasterKeyRing } from '../../crypto/master-keys.ts';
import type { DatabaseTransaction } from '../../db/database.ts';
import { hasRightSeal, sealOf } from '../../sealed-rows/row-seal.ts';
import type { AuditContent } from '../entry/audit-content.ts';
import { hashedContent } from '../entry/hashed-content.ts';

export interface WaitingEntry {
  readonly position: number;
  readonly content: AuditContent;
  /** False for an entry that somebody else wrote, or a copy of one that is in the log. */
  readonly isOurs: boolean;
}

/** Writes an entry with a seal, so that nobody else can bring one. */
export async function writeWaitingEntry(
  transaction: DatabaseTransaction,
  content: AuditContent,
  key: MasterKey,
): Promise<void> {
  const seal = sealOf('audit_inbox', sealedPart(content), key);
  await transaction
    .insertInto('audit_inbox')
    .values({ ...content, metadata: jsonOf(content.metadata), changes: jsonOf(content.changes), seal })
    .execute();
}

/** Reads up to `limit` entries in the order in which their acts wrote them. */
export async function readWaitingEntries(
  transaction: DatabaseTransaction,
  ring: MasterKeyRing,
  limit: number,
): Promise<readonly WaitingEntry[]> {
  const rows = await transaction
    .selectFrom('audit_inbox')
    .selectAll()
    .select(sql<boolean>`EXISTS (SELECT FROM audit_log WHERE audit_log.id = audit_inbox.id)`.as('is_in_log'))
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(({ position, seal, is_in_log, created_at, occurred_at, service_key_id, ...columns }) => {
    const content = {
      ...columns,
      created_at: created_at.toISOString(),
      ...(occurred_at !== null && { occurred_at: occurred_at.toISOString() }),
      ...(service_key_id !== null && { service_key_id }),
    } as AuditContent;
    const isOurs = !is_in_log && hasRightSeal('audit_inbox', { ...sealedPart(content), seal }, ring);
    return { position, content, isOurs };
  });
}

export async function deleteWaitingEntries(
  transaction: DatabaseTransaction,
  entries: readonly WaitingEntry[],
): Promise<void> {
  const positions = entries.map(({ position }) => position);
  await sql`DELETE FROM audit_inbox WHERE position = ANY (${positions}::bigint[])`.execute(transaction);
}

function jsonOf(value: object | null): string | null {
  return value && JSON.stringify(value);
}

/** As text that is the same before and after the entry is stored. An entry has no number yet. */
function sealedPart(content: AuditContent): object {
  const { created_at, occurred_at, service_key_id } = content;
  const hashed = hashedContent(content, { sequence: 0, created_at, occurred_at, service_key_id });
  return { entry: canonicalJson(hashed) };
}
