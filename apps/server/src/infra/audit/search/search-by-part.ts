import { type RawBuilder, sql } from 'kysely';
import { readAuditRows } from '../entry/read-audit.ts';
import type { SequenceRange } from './audit-blocks.ts';
import { allOf, entryConditions } from './audit-filter.ts';
import type { AuditSearch } from './prepare-search.ts';
import type { AuditPlace, FoundEntries } from './search-audit.ts';

/** Entry numbers counted per statement, so that none times out. */
const STEP_NUMBERS = 1_000_000;
/** Up to this many matches are all read for a page. Beyond, a scan from the newest entry finds a page sooner. */
const FEW_MATCHES = 20_000;

/** Searches by parts of texts through their index. Unlike in other searches, the cost grows with the matches. */
export async function searchByPart(search: AuditSearch, place: AuditPlace): Promise<FoundEntries> {
  const { head, blocks } = search;
  const last = 'below' in place ? Math.min(place.below - 1, head) : head;
  const offset = 'offset' in place ? place.offset : 0;
  const older = { first: blocks.first_sequence, last };
  const [newerCount, candidates] = [
    await count(search, { first: last + 1, last: head }),
    await count(search, older),
  ];
  return {
    entries: candidates > offset ? await readPage(search, older, { ...place, offset, candidates }) : [],
    totalCount: newerCount + candidates,
    hasOlder: candidates > offset + place.limit,
  };
}

async function count(search: AuditSearch, { first, last }: SequenceRange): Promise<number> {
  let total = 0;
  for (let start = first; start <= last; start += STEP_NUMBERS) {
    const range = { first: start, last: Math.min(start + STEP_NUMBERS - 1, last) };
    const { rows } = await sql<{ readonly entries: number }>`
      SELECT count(*) AS entries ${matches(search, range)}`.execute(search.reader);
    total += rows[0]?.entries ?? 0;
  }
  return total;
}

async function readPage(
  search: AuditSearch,
  range: SequenceRange,
  { limit, offset, candidates }: { limit: number; offset: number; candidates: number },
): Promise<FoundEntries['entries']> {
  const materialized = sql.raw(candidates > FEW_MATCHES ? 'NOT MATERIALIZED' : 'MATERIALIZED');
  const { rows } = await sql<{ readonly sequence: number }>`
    WITH found AS ${materialized} (SELECT sequence ${matches(search, range)})
    SELECT sequence FROM found ORDER BY sequence DESC LIMIT ${limit} OFFSET ${offset}`.execute(search.reader);
  return await readAuditRows(
    search.reader,
    rows.map(({ sequence }) => sequence),
  );
}

function matches({ filter }: AuditSearch, { first, last }: SequenceRange): RawBuilder<unknown> {
  return sql`FROM audit_log WHERE sequence BETWEEN ${first} AND ${last} AND ${allOf(entryConditions(filter))}`;
}
