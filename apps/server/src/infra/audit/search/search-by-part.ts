import { sql } from 'kysely';
import { readAuditRows } from '../entry/read-audit.ts';
import { allOf, entryConditions } from './audit-filter.ts';
import type { AuditSearch } from './prepare-search.ts';
import type { AuditPlace, FoundEntries } from './search-audit.ts';

/** Searches by parts of texts through their index. Unlike other searches, reads every match to count it. */
export async function searchByPart(
  { reader, filter, head, blocks }: AuditSearch,
  place: AuditPlace,
): Promise<FoundEntries> {
  const { below = head + 1, offset = 0, limit } = { below: undefined, offset: undefined, ...place };
  const { rows } = await sql<{
    readonly total: number;
    readonly candidates: number;
    readonly sequences: readonly number[];
  }>`
    WITH found AS MATERIALIZED (
      SELECT sequence FROM audit_log
      WHERE sequence BETWEEN ${blocks.first_sequence} AND ${head} AND ${allOf(entryConditions(filter))}
    )
    SELECT count(*) AS total, count(*) FILTER (WHERE sequence < ${below}) AS candidates,
      (SELECT coalesce(jsonb_agg(sequence), '[]') FROM (
        SELECT sequence FROM found WHERE sequence < ${below} ORDER BY sequence DESC LIMIT ${limit} OFFSET ${offset}
      ) AS page) AS sequences
    FROM found`.execute(reader);
  const { total = 0, candidates = 0, sequences = [] } = rows[0] ?? {};
  return {
    entries: await readAuditRows(reader, sequences),
    totalCount: total,
    hasOlder: candidates > offset + limit,
  };
}
