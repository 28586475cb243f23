import { fromFirstVisible } from '@halyard/contract/visible-text';
import { memoize } from './memoize.ts';

const segmenter = memoize((language: string) => new Intl.Segmenter(language, { granularity: 'grapheme' }));

/** Scripts in which each code unit is a character. They need no `Intl.Segmenter`, which is slow to create. */
const PLAIN =
  /^[ -~\u00a0-\u02ff\u0370-\u0482\u048a-\u052f\u05d0-\u05ea\u0621-\u063a\u0641-\u064a\u1e00-\u1fff\u2010-\u2027\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/;

function characters(text: string, count: number): string {
  // Only the next code unit can be a combining mark of the last character.
  if (PLAIN.test(text.slice(0, count + 1))) {
    return text.slice(0, count);
  }
  return Array.from(segmenter('en').segment(text), (part) => part.segment)
    .slice(0, count)
    .join('');
}

/** Returns the letters of an avatar (specification, section 2, "Admin shell"): visible ones, with accents, or emoji. */
export function initials(name: string | null | undefined): string {
  const [first, second] = (name ?? '').split(/\s+/u).map(fromFirstVisible).filter(Boolean);
  if (!first) {
    return '?';
  }
  const letters = second ? characters(first, 1) + characters(second, 1) : characters(first, 2);
  return letters.toUpperCase();
}

/** Returns the first letter of the name, or of the fallback, or `?`. */
export function initial(name: string, fallback: string): string {
  const text = fromFirstVisible(name) || fromFirstVisible(fallback);
  return text ? characters(text, 1).toUpperCase() : '?';
}
