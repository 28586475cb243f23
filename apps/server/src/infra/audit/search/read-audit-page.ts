import { sql } from 'kysely';
import { type AuditRow, readAuditRows, selectAuditRows } from '../entry/read-audit.ts';
import { rangeOfNode, type SequenceRange } from './audit-blocks.ts';
import { allOf, entryConditions, type IndexedColumn } from './audit-filter.ts';
import type { CountedNode, CountedPiece, RareEntries } from './count-audit-pieces.ts';
import { findByPosition } from './find-by-position.ts';
import { findPageSlices, type PagePlace, type Slice } from './find-page-slices.ts';
import type { AuditSearch } from './prepare-search.ts';

/** Reads the entries of a page. Entries and `pieces` are newest first. */
export async function readAuditPage(
  search: AuditSearch,
  pieces: readonly CountedPiece[],
  place: PagePlace,
): Promise<AuditRow[]> {
  const slices = await findPageSlices(search, pieces, place);
  const rare = slices.filter((slice) => 'sequences' in slice);
  const ranges = slices.filter((slice) => 'first' in slice);
  const nodes = slices.filter((slice) => 'node' in slice);
  const rangesOfNodes = nodes.map((node) => ({ ...node, ...rangeOfNode(search.blocks, node) }));
  const rows = await Promise.all([
    readFound(search, rare),
    readRanges(search, ranges),
    // Without a class filter, an index is just as fast as the positions.
    search.classes === undefined ? readRanges(search, rangesOfNodes) : readByPosition(search, nodes),
  ]);
  return rows.flat().toSorted((one, other) => other.sequence - one.sequence);
}

async function readByPosition(
  search: AuditSearch,
  nodes: readonly Slice<CountedNode>[],
): Promise<readonly AuditRow[]> {
  const found = await findByPosition(search, nodes);
  return await readFound(
    search,
    nodes.map((node, at) => ({ ...node, sequences: found[at] ?? [] })),
  );
}

async function readFound(
  { reader }: AuditSearch,
  slices: readonly Slice<RareEntries>[],
): Promise<readonly AuditRow[]> {
  const newestFirst = (one: number, other: number) => other - one;
  return await readAuditRows(
    reader,
    slices.flatMap(({ sequences, skip, limit }) => sequences.toSorted(newestFirst).slice(skip, skip + limit)),
  );
}

async function readRanges(
  { reader, filter, emailKey, resourceKey }: AuditSearch,
  slices: readonly Slice<SequenceRange>[],
): Promise<readonly AuditRow[]> {
  if (slices.length === 0) return [];
  const by: IndexedColumn | undefined = emailKey ? 'email' : resourceKey && 'resource';
  const { rows } = await sql<AuditRow>`
    SELECT found.*
    FROM unnest(${slices.map(({ first }) => first)}::bigint[], ${slices.map(({ last }) => last)}::bigint[],
        ${slices.map(({ skip }) => skip)}::bigint[], ${slices.map(({ limit }) => limit)}::bigint[])
        AS slice (first, last, skipped, taken),
      LATERAL (${selectAuditRows()}
        WHERE sequence BETWEEN first AND last AND ${allOf(entryConditions(filter, by))}
        ORDER BY sequence DESC LIMIT taken OFFSET skipped) AS found`.execute(reader);
  return rows;
}
