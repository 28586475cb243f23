import { type RawBuilder, sql } from 'kysely';
import type { DatabaseTransaction } from '../../db/database.ts';
import { allowLongStatements } from '../../db/long-statements.ts';
import type { SequenceRange } from './audit-blocks.ts';

/** Builds one query per kind of key, because a combined one could time out. `countedFrom` is the minimum count. */
export function keyedEntriesByKind(
  { first, last }: SequenceRange,
  countedFrom: number,
): RawBuilder<unknown>[] {
  const entries = sql`
    entries AS MATERIALIZED (
      SELECT sequence, audit_classes.id AS class, lower(actor_email) AS email, resource_id
      FROM audit_log JOIN audit_classes USING (action, action_category, status, actor_type, resource_type)
      WHERE sequence BETWEEN ${first} AND ${last}
    )`;
  const emails = sql`
    emails AS (
      SELECT email, audit_key('email', email) AS key FROM entries
      WHERE email IS NOT NULL GROUP BY email HAVING count(*) >= ${countedFrom}
    )`;
  const resources = sql`
    resources AS (
      SELECT resource_id, audit_key('resource', resource_id) AS key FROM entries
      WHERE resource_id IS NOT NULL GROUP BY resource_id HAVING count(*) >= ${countedFrom}
    )`;
  return [
    sql`(WITH ${entries} SELECT audit_key('everything', '') AS key, sequence, class FROM entries)`,
    sql`(WITH ${entries}, ${emails} SELECT key, sequence, class FROM entries JOIN emails USING (email))`,
    sql`(WITH ${entries}, ${resources}
      SELECT key, sequence, class FROM entries JOIN resources USING (resource_id))`,
    sql`(WITH ${entries}, ${emails}, ${resources}
      SELECT audit_key_of_both(emails.key, resources.key) AS key, sequence, class
      FROM entries JOIN emails USING (email) JOIN resources USING (resource_id))`,
  ];
}

/** Combines the queries for all kinds of keys. Fast enough for a single block. */
export function keyedEntries(range: SequenceRange, countedFrom: number): RawBuilder<unknown> {
  return sql.join(keyedEntriesByKind(range, countedFrom), sql` UNION ALL `);
}

/** Disables nested loops. The planner would use them, because it treats the class columns as independent. */
export async function planForKeyedEntries(transaction: DatabaseTransaction): Promise<void> {
  await allowLongStatements(transaction);
  await sql`SELECT set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true),
    set_config('work_mem', '64MB', true)`.execute(transaction);
}
