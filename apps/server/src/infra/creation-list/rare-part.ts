import type { RarePart } from './search-match.ts';

const GRAM = 3;
/** More letters would be more for the index to read, and tell little more. */
const PART = 5;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * Of the parts of a term in letters and digits, which the trigram index knows, the one with the rarest three of them.
 * Undefined where the whole is no longer, or has other letters when it is written small.
 * @param records how many records have the three characters from each place on in their text
 */
export function rarePartOf(term: string, records: readonly number[]): RarePart | undefined {
  const letters = [...term];
  if (letters.length <= PART || [...term.toLowerCase()].length !== letters.length) return undefined;
  const parts = letters.flatMap((_, start) => {
    const others = letters.slice(start, start + PART).findIndex((letter) => !LETTER.test(letter));
    const length = others === -1 ? Math.min(PART, letters.length - start) : others;
    if (length < GRAM) return [];
    const found = records.slice(start, start + length - GRAM + 1);
    return [{ start, length, rarest: Math.min(...found), all: Math.max(...found) }];
  });
  const [best] = parts.toSorted((one, other) => one.rarest - other.rarest || one.all - other.all);
  return best && { start: best.start, length: best.length };
}
