/** Line breaks, tabs and the blank Braille cell, which all look like a space. */
const BLANKS = /[\t-\r\u0085\u2028\u2029\u2800]+/g;

/** Keeps joiners in scripts and emoji that need them, which are all beyond Cyrillic, and the colour of an emoji. */
const INVISIBLE =
  /((?<=[^\0-\u052f\u2000-\u206f])[\u200c\u200d](?=[^\0-\u052f\u2000-\u206f])|(?<=[0-9#*\u2100-\ud7ff\u{1f000}-\u{1ffff}])\ufe0f)|[\p{Cc}\p{DI}\ufff9-\ufffb]/gu;

/**
 * Returns text without invisible characters: controls, zero-width characters and marks that turn the direction of
 * writing. Names are shown, stored and compared in this form.
 */
export function visibleText(text: string): string {
  return text.replace(BLANKS, ' ').replace(INVISIBLE, '$1').trim();
}

/** Returns text from its first visible character on. */
export function fromFirstVisible(text: string): string {
  return text.replace(/^[\s\p{Cc}\p{DI}]+/u, '');
}
