/** A text with `%`, `_` and `\` as ordinary characters of a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
