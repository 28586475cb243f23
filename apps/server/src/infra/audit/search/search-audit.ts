import type { Database } from '../../db/database.ts';
import { type AuditRow, readAuditRows } from '../entry/read-audit.ts';
import { type AuditFilter, hasOrigin } from './audit-filter.ts';
import { type CountedPiece, countAuditPieces } from './count-audit-pieces.ts';
import { divideSearch } from './divide-search.ts';
import { type AuditSearch, prepareSearch } from './prepare-search.ts';
import { readAuditPage } from './read-audit-page.ts';
import { searchByOrigin } from './search-by-origin.ts';

export type AuditPlace =
  | { readonly limit: number; readonly offset: number }
  /** Searches only entries with a lower number. */
  | { readonly limit: number; readonly below: number };

export interface FoundEntries {
  /** Newest first. */
  readonly entries: readonly AuditRow[];
  /** Number of matches on all pages. */
  readonly totalCount: number;
  readonly hasOlder: boolean;
}

/**
 * Returns a page of matches, newest first, and the exact count. The cost barely depends on log size or page depth, except
 * for parts of texts: each block that contains them is read.
 */
export async function searchAudit(
  { reader }: Pick<Database, 'reader'>,
  filter: AuditFilter,
  place: AuditPlace,
): Promise<FoundEntries> {
  const search = await prepareSearch(reader, filter);
  const { limit } = place;
  const end = 'below' in place ? Math.min(place.below - 1, search.head) : search.head;
  const offset = 'offset' in place ? place.offset : 0;
  if (hasOrigin(filter)) {
    const { candidates, ...found } = await searchByOrigin(search, { limit, offset, end });
    return { ...found, hasOlder: candidates > offset + limit };
  }
  const [newer, from] = await Promise.all([
    countRange(search, end + 1, search.head),
    countRange(search, search.blocks.first_sequence, end),
  ]);
  const candidates = sumOf(from);
  return {
    entries: isUnfiltered(filter)
      ? await readAuditRows(reader, consecutive(Math.min(limit, candidates - offset), end - offset))
      : await readAuditPage(search, from, { offset, limit }),
    totalCount: sumOf(newer) + candidates,
    hasOlder: candidates > offset + limit,
  };
}

export async function countAudit({ reader }: Pick<Database, 'reader'>, filter: AuditFilter): Promise<number> {
  const search = await prepareSearch(reader, filter);
  return sumOf(await countRange(search, search.blocks.first_sequence, search.head));
}

async function countRange(search: AuditSearch, first: number, last: number): Promise<CountedPiece[]> {
  if (last < first) return [];
  if (isUnfiltered(search.filter)) return [{ first, last, entries: last - first + 1 }];
  return await countAuditPieces(search, await divideSearch(search, { first, last }));
}

function isUnfiltered(filter: AuditFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

function sumOf(pieces: readonly CountedPiece[]): number {
  return pieces.reduce((sum, { entries }) => sum + entries, 0);
}

function consecutive(count: number, newest: number): number[] {
  return Array.from({ length: Math.max(0, count) }, (_, back) => newest - back);
}
