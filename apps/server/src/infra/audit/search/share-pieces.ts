import type { CountedNode, CountedPiece } from './audit-pieces.ts';
import type { AuditSearch } from './audit-search.ts';
import { createChildCounter } from './create-child-counter.ts';
import { type Share, shareOut } from './share-out.ts';

/**
 * Returns the parts of pieces that hold the `limit` entries after the `offset` newest. Splits closed nodes down to
 * blocks, or until they hold so few matches that all of them may be read.
 * @param pieces newest first
 */
export async function sharePieces(
  search: AuditSearch,
  pieces: readonly CountedPiece[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Share[]> {
  const { blocks } = search;
  const fewest = isReadWhole(search) ? blocks.block_size / 2 : 0;
  const isDivided = (share: Share): share is Share<CountedNode> =>
    'node' in share && share.level > 0 && share.entries > fewest;
  const countChildren = createChildCounter(search);
  let shares = shareOut(pieces, { offset, limit });
  for (let inner = shares.filter(isDivided); inner.length > 0; inner = shares.filter(isDivided)) {
    const counted = await countChildren(inner);
    const finer = shares.flatMap((share) => (isDivided(share) ? counted.splice(0, blocks.fan_out) : share));
    shares = shareOut(finer, { offset: shares[0]?.skip ?? 0, limit });
  }
  return shares;
}

/** Whether only matches are read: with a class filter, or with exactly one of the two indexes. */
function isReadWhole({ classes, emailKey, resourceKey }: AuditSearch): boolean {
  return classes !== undefined || (emailKey === undefined) !== (resourceKey === undefined);
}
