import type { CountedPiece } from './audit-pieces.ts';

/** What is taken from one piece: `limit` of its entries after the `skip` newest of them. */
export type Share<Piece = CountedPiece> = Piece & { readonly skip: number; readonly limit: number };

/**
 * What the `limit` entries after the `offset` newest are taken from.
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
