import { sql } from 'kysely';
import type { AuditNode, SequenceRange } from '../blocks/audit-blocks.ts';
import { allOf, entryConditions } from './audit-filter.ts';
import type { AuditPiece, CountedNode, CountedPiece, CountedRange, FoundPiece } from './audit-pieces.ts';
import type { AuditSearch } from './audit-search.ts';
import { countAuditNodes } from './count-audit-nodes.ts';
import { findRareEntries } from './find-rare-entries.ts';

/** Counts the matches in each piece, in their order. */
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
  return pieces.flatMap((piece): CountedPiece[] => ('node' in piece ? ofNodes : ofRanges).splice(0, 1));
}

async function countNodes(
  search: AuditSearch,
  nodes: readonly AuditNode[],
): Promise<(CountedNode | FoundPiece)[]> {
  const counted = await countAuditNodes(search, nodes);
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

async function countRanges(search: AuditSearch, ranges: readonly SequenceRange[]): Promise<CountedRange[]> {
  if (ranges.length === 0) return [];
  const { rows } = await sql<CountedRange>`
    SELECT first, last, found.entries
    FROM unnest(${ranges.map(({ first }) => first)}::bigint[], ${ranges.map(({ last }) => last)}::bigint[])
      WITH ORDINALITY AS piece (first, last, at),
      LATERAL (SELECT count(*) AS entries FROM audit_log
        WHERE sequence BETWEEN first AND last AND ${allOf(entryConditions(search.filter))}) AS found
    ORDER BY at`.execute(search.reader);
  return rows;
}
