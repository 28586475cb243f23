import type { BoundValues } from './bound-values.ts';

/** Sorts after any other character, because the indexes compare bytes. */
const LAST_CHARACTER = '\u{10ffff}';

/** A whole hash or enough of its beginning to be one. */
export const HASH_BEGINNING = /^(?:0x[0-9a-f]{4,}|[0-9a-f]{6,})$/i;

/** Returns a condition for a lower-case column that has an index with `text_pattern_ops`. */
export function beginsWith(column: string, text: string, values: BoundValues): string {
  const beginning = `lower(${values.bind(text, 'text')})`;
  return `${column} ~>=~ ${beginning} AND ${column} ~<=~ (${beginning} || ${values.bind(LAST_CHARACTER, 'text')})
    AND starts_with(${column}, ${beginning})`;
}
