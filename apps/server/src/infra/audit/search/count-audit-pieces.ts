import { CompiledQuery, sql } from 'kysely';
import { preparedAs } from '../../db/prepared-as.ts';
import type { AuditNode, SequenceRange } from './audit-blocks.ts';
import { countOfClasses } from './audit-classes.ts';
import { allOf, entryConditions } from './audit-filter.ts';
import { findRareEntries, type RareNode } from './find-rare-entries.ts';
import type { AuditSearch } from './prepare-search.ts';

/** Entries that are counted together: a closed node or a range of numbers. */
export type AuditPiece = AuditNode | SequenceRange;

export interface CountedNode extends AuditNode {
  readonly entries: number;
  /** Counts by class, if the search filters by class; see `countOfClasses`. */
  readonly counts?: Buffer;
}

export interface CountedRange extends SequenceRange {
  readonly entries: number;
}

/** Matches of a node without stored counts, which had to be read. */
export interface RareEntries {
  readonly entries: number;
  /** The entries' numbers, unordered. */
  readonly sequences: readonly number[];
}

export type CountedPiece = CountedNode | CountedRange | RareEntries;

/** Ranges counted per statement. */
const RANGES_AT_ONCE = 16;

/** Counts the matches in each piece, in the order of the pieces. */
export async function countAuditPieces(
  search: AuditSearch,
  pieces: readonly AuditPiece[],
): Promise<CountedPiece[]> {
  const nodes = pieces.filter((piece) => 'node' in piece);
  const ranges = pieces.filter((piece) => 'first' in piece);
  const [ofNodes, ofRanges] = await Promise.all([countNodes(search, nodes), countRanges(search, ranges)]);
  return pieces.flatMap((piece): CountedPiece[] => ('node' in piece ? ofNodes : ofRanges).splice(0, 1));
}

async function countNodes(
  search: AuditSearch,
  nodes: readonly AuditNode[],
): Promise<(CountedNode | RareEntries)[]> {
  const counted = await readCounts(search, nodes);
  const found = await findRareEntries(
    search,
    counted.filter((node) => 'by' in node),
  );
  return counted.map((node) => {
    if (!('by' in node)) return node;
    const sequences = found.shift() ?? [];
    return { entries: sequences.length, sequences };
  });
}

interface NodeCounts {
  /** Entries of every class; null if the node does not count the key. */
  readonly entries: number | null;
  readonly counts: Buffer | null;
  readonly has_email: boolean;
  readonly has_resource: boolean;
}

/** OFFSET 0, as in `EACH_BY_INDEX`, leads to a plan that suits any nodes and keys. */
const countsOf = (key: string) => `LEFT JOIN LATERAL (
    SELECT key, entries, counts FROM audit_counts
    WHERE key = ${key} AND level = piece.level AND node = piece.node OFFSET 0)`;

/** A node that counts the combined key also counts the e-mail and the resource id. */
const READ_COUNTS = preparedAs(
  'read_audit_counts',
  `SELECT stored.entries, CASE WHEN $6::boolean THEN stored.counts END AS counts,
    $4::bytea IS NULL OR stored.key IS NOT NULL OR emails.key IS NOT NULL AS has_email,
    $5::bytea IS NULL OR stored.key IS NOT NULL OR resources.key IS NOT NULL AS has_resource
  FROM unnest($1::smallint[], $2::integer[]) WITH ORDINALITY AS piece (level, node, at)
    ${countsOf('$3::bytea')} AS stored ON true
    ${countsOf('$4 AND stored.key IS NULL')} AS emails ON true
    ${countsOf('$5 AND stored.key IS NULL')} AS resources ON true
  ORDER BY at`,
);

/** Reads stored counts in the order of the nodes. A node without counts for the key becomes a rare node. */
async function readCounts(
  { reader, key, emailKey, resourceKey, classes }: AuditSearch,
  nodes: readonly AuditNode[],
): Promise<(CountedNode | RareNode)[]> {
  if (nodes.length === 0) return [];
  const { rows } = await reader.executeQuery<NodeCounts>(
    CompiledQuery.raw(READ_COUNTS, [
      nodes.map(({ level }) => level),
      nodes.map(({ node }) => node),
      key,
      emailKey ?? null,
      resourceKey ?? null,
      classes !== undefined,
    ]),
  );
  return rows.map(({ entries, counts, has_email, has_resource }, at) => {
    const { level = 0, node = 0 } = nodes[at] ?? {};
    if (!has_email || !has_resource) return { level, node, by: has_email ? 'resource' : 'email' };
    if (classes === undefined || counts === null) return { level, node, entries: entries ?? 0 };
    return { level, node, entries: countOfClasses(counts, classes), counts };
  });
}

/** Counts about a million entries per statement, so that none times out. */
async function countRanges(search: AuditSearch, ranges: readonly SequenceRange[]): Promise<CountedRange[]> {
  const counted: CountedRange[] = [];
  for (let start = 0; start < ranges.length; start += RANGES_AT_ONCE) {
    counted.push(...(await countRangesAtOnce(search, ranges.slice(start, start + RANGES_AT_ONCE))));
  }
  return counted;
}

async function countRangesAtOnce(
  search: AuditSearch,
  ranges: readonly SequenceRange[],
): Promise<readonly CountedRange[]> {
  const { rows } = await sql<CountedRange>`
    SELECT first, last, found.entries
    FROM unnest(${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[])
      WITH ORDINALITY AS piece (first, last, at),
      LATERAL (SELECT count(*) AS entries FROM audit_log
        WHERE sequence BETWEEN first AND last AND ${allOf(entryConditions(search.filter))}) AS found
    ORDER BY at`.execute(search.reader);
  return rows;
}
