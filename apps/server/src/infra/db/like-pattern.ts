/** A text with `%`, `_` and `\` as ordinary characters of a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}

/**
 * Whether a trigram index can narrow a search down. Without three letters or digits in a row it would be read
 * whole, which the planner takes to be cheap.
 */
export function hasTrigram(search: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(search);
}
