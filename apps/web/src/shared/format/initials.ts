import { memoize } from './memoize.ts';

const segmenter = memoize((language: string) => new Intl.Segmenter(language, { granularity: 'grapheme' }));

/**
 * What needs no segmenter, the first `Intl` of most pages, whose start is long: scripts without marks, where each code
 * unit is a character.
 */
const PLAIN =
  /^[ -~\u00a0-\u02ff\u0370-\u0482\u048a-\u052f\u05d0-\u05ea\u0621-\u063a\u0641-\u064a\u1e00-\u1fff\u2010-\u2027\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/;

function characters(text: string, count: number): string {
  // The next one belongs to the last where it is a mark; no later one does.
  if (PLAIN.test(text.slice(0, count + 1))) {
    return text.slice(0, count);
  }
  return Array.from(segmenter('en').segment(text), (part) => part.segment)
    .slice(0, count)
    .join('');
}

/**
 * The letters of an avatar (specification, section 2, "Admin shell"): the first letters of the first two
 * words, the first two characters of a one-word name, `?` without a name; in capitals. A character is
 * what a reader sees as one, so that no accent or emoji is cut apart.
 */
export function initials(name: string | null | undefined): string {
  const [first, second] = (name ?? '').trim().split(/\s+/u);
  if (!first) {
    return '?';
  }
  const letters = second ? characters(first, 1) + characters(second, 1) : characters(first, 2);
  return letters.toUpperCase();
}

/** The one letter that stands in for a picture in a list: of the name, else of the fallback, else `?`. */
export function initial(name: string, fallback: string): string {
  const text = name.trim() || fallback.trim();
  return text ? characters(text, 1).toUpperCase() : '?';
}
