import { SHORT_PIECE } from '../search-pieces/count-pieces.ts';

/** More letters would be more for the index to read, and tell little more. */
const PART = 5;
const LETTER = /[\p{L}\p{N}]/u;
/** What means something in a pattern. */
const PATTERN = /[\\%_]/;

/** The part of a term by which the trigram index is to find the whole. */
export interface RarePart {
  /** In characters, from 0. */
  readonly start: number;
  readonly length: number;
}

/**
 * Of the parts of a term in letters and digits, which the trigram index knows, the one with the rarest three of them.
 * Undefined where the whole is no longer, or is not written small or looked for as it is, letter by letter.
 * @param records how many records have the three characters from each place on in their text
 */
export function rarePartOf(term: string, records: readonly number[]): RarePart | undefined {
  const letters = [...term];
  const isShifted = [...term.toLowerCase()].length !== letters.length;
  if (letters.length <= PART || isShifted || PATTERN.test(term)) return undefined;
  const parts = letters.flatMap((_, start) => {
    const others = letters.slice(start, start + PART).findIndex((letter) => !LETTER.test(letter));
    const length = others === -1 ? Math.min(PART, letters.length - start) : others;
    if (length < SHORT_PIECE) return [];
    const found = records.slice(start, start + length - SHORT_PIECE + 1);
    return [{ start, length, rarest: Math.min(...found), all: Math.max(...found) }];
  });
  const [best] = parts.toSorted((one, other) => one.rarest - other.rarest || one.all - other.all);
  return best && { start: best.start, length: best.length };
}
