import { sql } from 'kysely';
import { rangeOfNode, type SequenceRange } from '../blocks/audit-blocks.ts';
import { type AuditRow, readAuditRows, selectAuditRows } from '../entry/read-audit.ts';
import { allOf, entryConditions, type IndexedColumn } from './audit-filter.ts';
import type { CountedNode, CountedPiece } from './audit-pieces.ts';
import type { AuditSearch } from './audit-search.ts';
import { findCountedEntries } from './find-counted-entries.ts';
import type { Share } from './share-out.ts';
import { sharePieces } from './share-pieces.ts';

/**
 * Reads `limit` entries after the `offset` newest, newest first.
 * @param pieces newest first
 */
export async function readAuditPage(
  search: AuditSearch,
  pieces: readonly CountedPiece[],
  place: { readonly offset: number; readonly limit: number },
): Promise<AuditRow[]> {
  const shares = await sharePieces(search, pieces, place);
  const found = shares.filter((share) => 'sequences' in share);
  const rows = await Promise.all([
    readAuditRows(
      search.reader,
      found.flatMap((share) => partOf(share.sequences, share)),
    ),
    readFromRanges(
      search,
      shares.filter((share) => 'first' in share),
    ),
    readFromNodes(
      search,
      shares.filter((share) => 'node' in share),
    ),
  ]);
  return rows.flat().toSorted((one, other) => other.sequence - one.sequence);
}

async function readFromNodes(
  search: AuditSearch,
  shares: readonly Share<CountedNode>[],
): Promise<readonly AuditRow[]> {
  if (search.classes === undefined) {
    // Without a class filter, an index is just as fast.
    const ranges = shares.map((share) => ({ ...share, ...rangeOfNode(search.blocks, share) }));
    return await readFromRanges(search, ranges, indexOf(search));
  }
  const found = await findCountedEntries(search, shares);
  return await readAuditRows(
    search.reader,
    shares.flatMap((share, at) => partOf(found[at] ?? [], share)),
  );
}

function indexOf({ emailKey, resourceKey }: AuditSearch): IndexedColumn | undefined {
  if (emailKey !== undefined) return 'email';
  return resourceKey === undefined ? undefined : 'resource';
}

async function readFromRanges(
  { reader, filter }: AuditSearch,
  shares: readonly Share<SequenceRange>[],
  by?: IndexedColumn,
): Promise<readonly AuditRow[]> {
  if (shares.length === 0) return [];
  const { rows } = await sql<AuditRow>`
    SELECT found.*
    FROM unnest(${shares.map(({ first }) => first)}::bigint[], ${shares.map(({ last }) => last)}::bigint[],
        ${shares.map(({ skip }) => skip)}::bigint[], ${shares.map(({ limit }) => limit)}::bigint[])
        AS share (first, last, skipped, taken),
      LATERAL (${selectAuditRows()}
        WHERE sequence BETWEEN first AND last AND ${allOf(entryConditions(filter, by))}
        ORDER BY sequence DESC LIMIT taken OFFSET skipped) AS found`.execute(reader);
  return rows;
}

function partOf(sequences: readonly number[], { skip, limit }: Share<unknown>): number[] {
  return sequences.toSorted((one, other) => other - one).slice(skip, skip + limit);
}
