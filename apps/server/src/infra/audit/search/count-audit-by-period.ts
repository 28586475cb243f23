import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { divideRange } from './audit-blocks.ts';
import { prepareSearch } from './prepare-search.ts';
import { walkNodes } from './walk-nodes.ts';

export interface AuditPeriods {
  readonly step: 'day' | 'month';
  /** First and last day in UTC, such as `2026-03-01`. The first day starts a period. */
  readonly from: string;
  readonly to: string;
  /** Whether earlier and later entries count towards the first and last period instead of being left out. */
  readonly isOpen: boolean;
}

/** Counts entries by the first day of their period; omits empty periods. Uses closed nodes, so few entries are read. */
export async function countAuditByPeriod(
  { reader }: Pick<Database, 'reader'>,
  { step, from, to, isOpen }: AuditPeriods,
): Promise<ReadonlyMap<string, number>> {
  const { blocks, head } = await prepareSearch(reader, {});
  const parts = divideRange(blocks, { first: blocks.first_sequence, last: head });
  const nodes = parts.filter((part) => 'node' in part);
  const rest = parts.filter((part) => 'first' in part);

  const first = sql`${from}::timestamp`;
  const last = sql`date_trunc(${step}::text, ${to}::timestamp)`;
  const lower = isOpen ? sql`'-infinity'::timestamptz` : sql`${first} AT TIME ZONE 'UTC'`;
  const upper = isOpen
    ? sql`'infinity'::timestamptz`
    : sql`(${to}::timestamp + interval '1 day') AT TIME ZONE 'UTC'`;
  const periodOf = (at: 'first_at' | 'last_at' | 'created_at') =>
    sql`least(greatest(date_trunc(${step}::text, ${sql.ref(at)} AT TIME ZONE 'UTC'), ${first}), ${last})`;
  const touches = sql`last_at >= ${lower} AND first_at < ${upper}`;
  const isWithin = sql`first_at >= ${lower} AND last_at < ${upper}
    AND ${periodOf('first_at')} = ${periodOf('last_at')}`;

  const { rows } = await sql<{ readonly start: string; readonly entries: number }>`
    WITH RECURSIVE ${walkNodes(nodes, touches, isWithin)},
    ranges AS (
      SELECT node::bigint * block_size + 1 AS first, (node::bigint + 1) * block_size AS last
        FROM walk CROSS JOIN audit_blocks WHERE level = 0 AND NOT is_whole
      UNION ALL SELECT * FROM unnest(${rest.map((range) => range.first)}::bigint[],
        ${rest.map((range) => range.last)}::bigint[])
    )
    SELECT period::date AS start, sum(entries)::bigint AS entries
    FROM (SELECT ${periodOf('first_at')} AS period, block_size * fan_out::numeric ^ level AS entries
        FROM walk CROSS JOIN audit_blocks WHERE is_whole
      UNION ALL SELECT found.* FROM ranges CROSS JOIN LATERAL (
        SELECT ${periodOf('created_at')} AS period, count(*) FROM audit_log
          WHERE sequence BETWEEN first AND last AND created_at >= ${lower} AND created_at < ${upper}
          GROUP BY 1) AS found) AS counted
    GROUP BY 1`.execute(reader);
  return new Map(rows.map(({ start, entries }) => [start, entries]));
}
