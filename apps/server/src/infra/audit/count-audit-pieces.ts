import { sql } from 'kysely';
import { type AuditNode, rangeOfNode, type SequenceRange } from './audit-blocks.ts';
import { allOf, entryConditions, type IndexedColumn } from './audit-filter.ts';
import type { AuditSearch } from './audit-search.ts';

/** Entries that are looked at one by one, found by one index only where one is named. */
export interface RangePiece extends SequenceRange {
  readonly by?: IndexedColumn;
}

/** Entries that are counted, or looked through, together: a closed node, or a range. */
export type AuditPiece = AuditNode | RangePiece;

export type CountedPiece = AuditPiece & { readonly entries: number };

/**
 * Counts what a search finds in each piece, in their order. A node whose counts leave the e-mail or resource id out,
 * as it holds few entries of it, comes back as a range that is read by that index.
 */
export async function countAuditPieces(
  search: AuditSearch,
  pieces: readonly AuditPiece[],
): Promise<CountedPiece[]> {
  const [ofNodes, ofRanges] = await Promise.all([
    countNodes(
      search,
      pieces.filter((piece) => 'node' in piece),
    ),
    countRanges(
      search,
      pieces.filter((piece) => 'first' in piece),
    ),
  ]);
  return pieces.flatMap((piece) => ('node' in piece ? ofNodes : ofRanges).splice(0, 1));
}

interface NodeCounts {
  /** Null where the node holds nothing of the kind. */
  readonly entries: number | null;
  readonly counts: Buffer | null;
  readonly has_email: boolean;
  readonly has_resource: boolean;
}

function entriesOf({ entries, counts }: NodeCounts, classes: ReadonlySet<number> | undefined): number {
  if (classes === undefined || counts === null) return entries ?? 0;
  let sum = 0;
  for (let at = 0; at < counts.length; at += 8) {
    if (classes.has(counts.readInt32BE(at))) sum += counts.readInt32BE(at + 4);
  }
  return sum;
}

async function countNodes(search: AuditSearch, nodes: readonly AuditNode[]): Promise<CountedPiece[]> {
  if (nodes.length === 0) return [];
  const { key, emailKey, resourceKey, classes } = search;
  const countsOf = (wanted: Buffer, name: string) => sql`
    LEFT JOIN audit_counts AS ${sql.ref(name)} ON ${sql.ref(`${name}.key`)} = ${wanted}
      AND ${sql.ref(`${name}.level`)} = piece.level AND ${sql.ref(`${name}.node`)} = piece.node`;
  const { rows } = await sql<NodeCounts>`
    SELECT sought.entries, ${classes === undefined ? sql`NULL` : sql`sought.counts`} AS counts,
      ${emailKey === undefined ? sql`true` : sql`emails.key IS NOT NULL`} AS has_email,
      ${resourceKey === undefined ? sql`true` : sql`resources.key IS NOT NULL`} AS has_resource
    FROM unnest(${nodes.map(({ level }) => level)}::smallint[], ${nodes.map(({ node }) => node)}::integer[])
      WITH ORDINALITY AS piece (level, node, at)
      ${countsOf(key, 'sought')}
      ${emailKey === undefined ? sql`` : countsOf(emailKey, 'emails')}
      ${resourceKey === undefined ? sql`` : countsOf(resourceKey, 'resources')}
    ORDER BY at`.execute(search.reader);
  const found = rows.map((row, at): CountedPiece | RangePiece => {
    const { level = 0, node = 0 } = nodes[at] ?? {};
    if (row.has_email && row.has_resource) return { level, node, entries: entriesOf(row, classes) };
    return { ...rangeOfNode(search.blocks, { level, node }), by: row.has_email ? 'resource' : 'email' };
  });
  const rare = await countRanges(
    search,
    found.filter((piece): piece is RangePiece => !('entries' in piece)),
  );
  return found.flatMap((piece) => ('entries' in piece ? [piece] : rare.splice(0, 1)));
}

async function countRanges(search: AuditSearch, ranges: readonly RangePiece[]): Promise<CountedPiece[]> {
  const counts = await Promise.all(
    ([undefined, 'email', 'resource'] as const).map(async (by) => ({
      by,
      entries: await countRangesBy(
        search,
        ranges.filter((range) => range.by === by),
        by,
      ),
    })),
  );
  return ranges.map((range) => ({
    ...range,
    entries: counts.find(({ by }) => by === range.by)?.entries.shift() ?? 0,
  }));
}

async function countRangesBy(
  search: AuditSearch,
  ranges: readonly RangePiece[],
  by: IndexedColumn | undefined,
): Promise<number[]> {
  if (ranges.length === 0) return [];
  const { rows } = await sql<{ readonly entries: number }>`
    SELECT found.entries
    FROM unnest(${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[])
      WITH ORDINALITY AS piece (first, last, at),
      LATERAL (SELECT count(*) AS entries FROM audit_log
        WHERE sequence BETWEEN first AND last AND ${allOf(entryConditions(search.filter, by))}) AS found
    ORDER BY at`.execute(search.reader);
  return rows.map(({ entries }) => entries);
}
