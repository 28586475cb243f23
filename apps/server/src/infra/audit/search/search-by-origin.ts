import { sql } from 'kysely';
import { type AuditRow, readAuditRows } from '../entry/read-audit.ts';
import { allOf, entryConditions } from './audit-filter.ts';
import type { AuditSearch } from './prepare-search.ts';

interface OriginPlace {
  readonly limit: number;
  readonly offset: number;
  /** Highest entry number on the page. */
  readonly end: number;
}

interface FoundByOrigin {
  /** Newest first. */
  readonly entries: readonly AuditRow[];
  readonly totalCount: number;
  /** Matches up to `end`. */
  readonly candidates: number;
}

/** Searches by request id or IP address, which closed blocks do not count. An index has all entries of each. */
export async function searchByOrigin(
  { reader, filter, head }: AuditSearch,
  { limit, offset, end }: OriginPlace,
): Promise<FoundByOrigin> {
  const { rows } = await sql<{
    readonly total: number;
    readonly candidates: number;
    readonly page: number[];
  }>`
    WITH hits AS MATERIALIZED (
      SELECT sequence FROM audit_log WHERE sequence <= ${head} AND ${allOf(entryConditions(filter))}
    )
    SELECT count(*) AS total, count(*) FILTER (WHERE sequence <= ${end}) AS candidates,
      ARRAY(SELECT sequence FROM hits WHERE sequence <= ${end} ORDER BY sequence DESC
        LIMIT ${limit} OFFSET ${offset})::float8[] AS page
    FROM hits`.execute(reader);
  const [found] = rows;
  if (found === undefined) throw new Error('an aggregate without a row');
  return {
    entries: await readAuditRows(reader, found.page),
    totalCount: found.total,
    candidates: found.candidates,
  };
}
