/** Returns the first `length` UTF-16 units, or one fewer if the cut would split a character. */
export function cutText(text: string, length: number): string {
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length);
}
