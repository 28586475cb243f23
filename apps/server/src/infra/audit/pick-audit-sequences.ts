import { sql } from 'kysely';
import { type AuditNode, childrenOf, rangeOfNode } from './audit-blocks.ts';
import { allOf, entryConditions } from './audit-filter.ts';
import type { AuditSearch } from './audit-search.ts';
import { type CountedPiece, countAuditPieces, type RangePiece } from './count-audit-pieces.ts';
import { EACH_BY_INDEX } from './each-by-index.ts';

const READ_AT_ONCE = 512;

/** What is taken from one piece: `limit` of its entries after the `skip` newest of them. */
type Share<Piece> = Piece & { readonly skip: number; readonly limit: number };

/**
 * The numbers of `limit` entries after the `offset` newest, newest first.
 * @param pieces newest first
 */
export async function pickAuditSequences(
  search: AuditSearch,
  pieces: readonly CountedPiece[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<number[]> {
  /** Of every class there are positions in every block: so many of them are read at once. */
  const isDivided = (share: Share<CountedPiece>): share is Share<CountedPiece> & AuditNode =>
    'node' in share &&
    share.level > 0 &&
    (isKeyed(search) || search.classes === undefined || share.entries > READ_AT_ONCE);
  let shares = shareOut(pieces, offset, limit);
  for (let inner = shares.filter(isDivided); inner.length > 0; inner = shares.filter(isDivided)) {
    const below = inner.flatMap((node) => childrenOf(search.blocks, node));
    const counted = await countAuditPieces(search, below);
    const finer = shares.flatMap((share) =>
      isDivided(share) ? counted.splice(0, search.blocks.fan_out) : share,
    );
    shares = shareOut(finer, shares[0]?.skip ?? 0, limit);
  }
  const [inNodes, inRanges] = await Promise.all([
    pickFromNodes(
      search,
      shares.filter((share) => 'node' in share),
    ),
    pickFromRanges(
      search,
      shares.filter((share) => 'first' in share),
    ),
  ]);
  return [...inNodes, ...inRanges].toSorted((one, other) => other - one);
}

function isKeyed({ emailKey, resourceKey }: AuditSearch): boolean {
  return emailKey !== undefined || resourceKey !== undefined;
}

function shareOut(pieces: readonly CountedPiece[], offset: number, limit: number): Share<CountedPiece>[] {
  let before = 0;
  return pieces.flatMap((piece) => {
    const skip = Math.max(0, offset - before);
    const end = Math.min(piece.entries, offset + limit - before);
    before += piece.entries;
    return end > skip ? [{ ...piece, skip, limit: end - skip }] : [];
  });
}

async function pickFromNodes(search: AuditSearch, shares: readonly Share<AuditNode>[]): Promise<number[]> {
  const { key, classes, blocks } = search;
  if (classes === undefined)
    return await pickFromRanges(
      search,
      shares.map((share) => asRange(search, share)),
    );
  if (shares.length === 0) return [];
  const ranges = shares.map((share) => rangeOfNode(blocks, share));
  const blockOf = (sequence: number) => Math.floor((sequence - 1) / blocks.block_size);
  const { rows } = await sql<{ readonly at: number; readonly block: number; readonly positions: Buffer }>`
    SELECT at, block, positions
    FROM unnest(${ranges.map(({ first }) => blockOf(first))}::integer[],
        ${ranges.map(({ last }) => blockOf(last))}::integer[]) WITH ORDINALITY AS share (first_block, last_block, at),
      LATERAL (SELECT block, positions FROM audit_positions
        WHERE key = ${key} AND class = ANY (${[...classes]}::integer[])
          AND block BETWEEN first_block AND last_block ${EACH_BY_INDEX}) AS found`.execute(search.reader);
  const found = Map.groupBy(rows, ({ at }) => at);
  return shares.flatMap(({ skip, limit }, index) => {
    const sequences = (found.get(index + 1) ?? []).flatMap(({ block, positions }) =>
      Array.from(
        { length: positions.length / 2 },
        (_, at) => block * blocks.block_size + 1 + positions.readUInt16BE(at * 2),
      ),
    );
    return sequences.toSorted((one, other) => other - one).slice(skip, skip + limit);
  });
}

/** Without a class to look for, an index finds what a block holds as fast. */
function asRange(search: AuditSearch, { skip, limit, ...node }: Share<AuditNode>): Share<RangePiece> {
  const range = { ...rangeOfNode(search.blocks, node), skip, limit };
  if (!isKeyed(search)) return range;
  return { ...range, by: search.emailKey === undefined ? 'resource' : 'email' };
}

async function pickFromRanges(search: AuditSearch, shares: readonly Share<RangePiece>[]): Promise<number[]> {
  const picked = await Promise.all(
    [...Map.groupBy(shares, ({ by }) => by)].map(async ([by, alike]) => {
      const { rows } = await sql<{ readonly sequence: number }>`
        SELECT found.sequence
        FROM unnest(${alike.map(({ first }) => first)}::bigint[], ${alike.map(({ last }) => last)}::bigint[],
            ${alike.map(({ skip }) => skip)}::bigint[], ${alike.map(({ limit }) => limit)}::bigint[])
            AS share (first, last, skipped, taken),
          LATERAL (SELECT sequence FROM audit_log
            WHERE sequence BETWEEN first AND last AND ${allOf(entryConditions(search.filter, by))}
            ORDER BY sequence DESC LIMIT taken OFFSET skipped) AS found`.execute(search.reader);
      return rows.map(({ sequence }) => sequence);
    }),
  );
  return picked.flat();
}
