import type { CountedPiece } from './audit-pieces.ts';

/** Part of a piece: `limit` of its entries after the `skip` newest. */
export type Share<Piece = CountedPiece> = Piece & { readonly skip: number; readonly limit: number };

/**
 * Returns the parts of pieces that hold the `limit` entries after the `offset` newest.
 * @param pieces newest first
 */
export function shareOut(
  pieces: readonly CountedPiece[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Share[] {
  let before = 0;
  return pieces.flatMap((piece) => {
    const skip = Math.max(0, offset - before);
    const end = Math.min(piece.entries, offset + limit - before);
    before += piece.entries;
    return end > skip ? [{ ...piece, skip, limit: end - skip }] : [];
  });
}
