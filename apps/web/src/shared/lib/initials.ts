import { kept } from './kept.ts';

const segmenter = kept((language: string) => new Intl.Segmenter(language, { granularity: 'grapheme' }));

function characters(text: string, count: number): string {
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
  return letters.toLocaleUpperCase('en');
}

/** The one letter that stands in for a picture in a list: of the name, else of the fallback, else `?`. */
export function initial(name: string, fallback: string): string {
  const text = name.trim() || fallback.trim();
  return text ? characters(text, 1).toLocaleUpperCase('en') : '?';
}
