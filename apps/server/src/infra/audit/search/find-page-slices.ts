import { childrenOf } from './audit-blocks.ts';
import { type CountedNode, type CountedPiece, countAuditPieces } from './count-audit-pieces.ts';
import type { AuditSearch } from './prepare-search.ts';

/** The matches that a page shows: up to `limit` after the `offset` newest ones. */
export interface PagePlace {
  readonly offset: number;
  readonly limit: number;
}

/** The part of a page in one piece: `limit` matches after the `skip` newest ones of the piece. */
export type Slice<Piece = CountedPiece> = Piece & { readonly skip: number; readonly limit: number };

/** Finds the slices of a page by descending to blocks or nodes with few matches. `pieces` are newest first. */
export async function findPageSlices(
  search: AuditSearch,
  pieces: readonly CountedPiece[],
  { offset, limit }: PagePlace,
): Promise<Slice[]> {
  const { blocks } = search;
  const fewest = hasOneCondition(search) ? blocks.block_size / 2 : 0;
  const isDivided = (slice: Slice): slice is Slice<CountedNode> =>
    'node' in slice && slice.level > 0 && slice.entries > fewest;
  let slices = slicesOf(pieces, { offset, limit });
  while (slices.some(isDivided)) {
    const children = slices.filter(isDivided).flatMap((node) => childrenOf(blocks, node));
    const counted = await countAuditPieces(search, children);
    const finer = slices.flatMap((slice) => (isDivided(slice) ? counted.splice(0, blocks.fan_out) : slice));
    slices = slicesOf(finer, { offset: slices[0]?.skip ?? 0, limit });
  }
  return slices;
}

function slicesOf(pieces: readonly CountedPiece[], { offset, limit }: PagePlace): Slice[] {
  let before = 0;
  return pieces.flatMap((piece) => {
    const skip = Math.max(0, offset - before);
    const end = Math.min(piece.entries, offset + limit - before);
    before += piece.entries;
    return end > skip ? [{ ...piece, skip, limit: end - skip }] : [];
  });
}

/** Whether a single condition filters, so that positions or one index find exactly the matches of a node. */
function hasOneCondition({ classes, emailKey, resourceKey }: AuditSearch): boolean {
  return [classes, emailKey, resourceKey].filter((each) => each !== undefined).length === 1;
}
