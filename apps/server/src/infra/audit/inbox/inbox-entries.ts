import { canonicalJson } from '@halyard/audit-proof/canonical-json';
import { type Selectable, sql } from 'kysely';
import type { MasterKey, MasterKeyRing } from '../../crypto/master-keys.ts';
import type { DatabaseTransaction } from '../../db/database.ts';
import type { DB } from '../../db/schema.ts';
import { examineRowSeal, sealOf } from '../../sealed-rows/row-seal.ts';
import type { AuditContent } from '../entry/audit-content.ts';
import { hashedContent } from '../entry/hashed-content.ts';

export interface WaitingEntry {
  readonly id: string;
  readonly position: number;
  /** Undefined for an entry that somebody else wrote or changed, and for a copy of another one. */
  readonly content: AuditContent | undefined;
  /** Whether a master key sealed it that this process does not have. */
  readonly hasUnknownKey: boolean;
}

/** Writes an entry with a seal, which only a process with the master key can make. */
export async function writeWaitingEntry(
  transaction: DatabaseTransaction,
  content: AuditContent,
  key: MasterKey,
): Promise<void> {
  await transaction
    .insertInto('audit_inbox')
    .values({
      ...content,
      metadata: jsonOf(content.metadata),
      changes: jsonOf(content.changes),
      seal: sealOf('audit_inbox', sealedPart(content), key),
    })
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
  const ids = new Set<string>();
  return rows.map(({ is_in_log, ...row }) => {
    const { id, position } = row;
    const isCopy = is_in_log || ids.has(id);
    ids.add(id);
    const content = isCopy ? undefined : contentOf(row);
    const verdict =
      content && examineRowSeal('audit_inbox', { ...sealedPart(content), seal: row.seal }, ring);
    return {
      id,
      position,
      content: verdict === 'right' ? content : undefined,
      hasUnknownKey: verdict === 'unknown key',
    };
  });
}

/** Returns undefined for values that the product never writes, such as a fraction or an infinite time. */
function contentOf({
  position: _,
  seal: _seal,
  created_at,
  occurred_at,
  service_key_id,
  ...columns
}: Selectable<DB['audit_inbox']>): AuditContent | undefined {
  try {
    const content = {
      ...columns,
      created_at: created_at.toISOString(),
      ...(occurred_at !== null && { occurred_at: occurred_at.toISOString() }),
      ...(service_key_id !== null && { service_key_id }),
    } as AuditContent;
    sealedPart(content);
    return content;
  } catch {
    return undefined;
  }
}

/** Deletes entries. Returns their rows as JSON text, without the seal, by position. */
export async function deleteWaitingEntries(
  transaction: DatabaseTransaction,
  entries: readonly WaitingEntry[],
): Promise<ReadonlyMap<number, string>> {
  const positions = entries.map(({ position }) => position);
  const { rows } = await sql<{ readonly position: number; readonly row: string }>`
    DELETE FROM audit_inbox WHERE position = ANY (${positions}::bigint[])
    RETURNING position, (to_jsonb(audit_inbox) - 'seal')::text AS row`.execute(transaction);
  return new Map(rows.map(({ position, row }) => [position, row]));
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
