/** The beginning of a text, so many UTF-16 units long, or one less where that would cut a character in two. */
export function cutText(text: string, length: number): string {
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length);
}
