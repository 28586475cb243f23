import { sql } from 'kysely';
import type { DatabaseReader } from '../../db/database.ts';
import { onlyRow } from '../../db/only-row.ts';
import { type AuditBlocks, BLOCKS_COLUMNS } from './audit-blocks.ts';
import { type AuditClasses, classesOf } from './audit-classes.ts';
import { type AuditFilter, allOf, classConditions } from './audit-filter.ts';

/** A filter prepared for lookup, with the log's state at the start of the search. */
export interface AuditSearch {
  readonly reader: DatabaseReader;
  readonly filter: AuditFilter;
  /** Number of the newest entry. Later entries are not part of the search, and those up to here are final. */
  readonly head: number;
  readonly blocks: AuditBlocks;
  /** Classes that match the filter; undefined if it has no class condition. */
  readonly classes: AuditClasses | undefined;
  /** Key under which closed blocks count the matches. */
  readonly key: Buffer;
  readonly emailKey: Buffer | undefined;
  readonly resourceKey: Buffer | undefined;
}

export async function prepareSearch(reader: DatabaseReader, filter: AuditFilter): Promise<AuditSearch> {
  const { actorEmail = null, resourceId = null } = filter;
  const conditions = classConditions(filter);
  const classes =
    conditions.length === 0
      ? sql`NULL::bytea`
      : sql`(SELECT coalesce(string_agg(int4send(id), ''), '') FROM audit_classes WHERE ${allOf(conditions)})`;
  const { rows } = await sql<
    AuditBlocks & {
      readonly head: number;
      readonly classes: Buffer | null;
      readonly email_key: Buffer | null;
      readonly resource_key: Buffer | null;
      readonly key: Buffer;
    }
  >`
    SELECT ${sql.raw(BLOCKS_COLUMNS)}, head, ${classes} AS classes, email_key, resource_key,
      coalesce(audit_key_of_both(email_key, resource_key), email_key, resource_key, audit_key('everything', '')) AS key
    FROM audit_blocks, (SELECT sequence AS head FROM audit_head) AS head,
      (SELECT audit_key('email', lower(${actorEmail}::text)) AS email_key,
        audit_key('resource', ${resourceId}::text) AS resource_key) AS keys`.execute(reader);
  const { head, classes: found, key, email_key, resource_key, ...blocks } = onlyRow(rows);
  return {
    reader,
    filter,
    head,
    blocks,
    classes: found === null ? undefined : classesOf(found),
    key,
    emailKey: email_key ?? undefined,
    resourceKey: resource_key ?? undefined,
  };
}
