import { type RawBuilder, sql } from 'kysely';
import type { DatabaseTransaction } from '../../db/database.ts';
import { allowLongStatements } from '../../db/long-statements.ts';
import type { SequenceRange } from './audit-blocks.ts';

/**
 * Queries of a node's entries under every key that is counted there (key, number and class), a query for each kind of
 * key: no statement may take as long as all of them together.
 * @param countedFrom from how many entries on an e-mail or resource id is counted
 */
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

/** All of them in one query, for a block. */
export function keyedEntries(range: SequenceRange, countedFrom: number): RawBuilder<unknown> {
  return sql.join(keyedEntriesByKind(range, countedFrom), sql` UNION ALL `);
}

/**
 * Settings for the queries above, which may take long, until the transaction's end. The planner takes a class for five
 * filters that each leave a part, expects one entry, and would compare every entry with every other.
 */
export async function planForKeyedEntries(transaction: DatabaseTransaction): Promise<void> {
  await allowLongStatements(transaction);
  await sql`SELECT set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true),
    set_config('work_mem', '64MB', true)`.execute(transaction);
}
