const LATIN_LETTER = /^\p{sc=Latin}$/u;

/**
 * Whether a key types a letter, or is in the letter's place on a keyboard that types no Latin letter there, such as a
 * Russian one. Autofill dispatches key events without a key.
 */
export function isLetterKey({ key, code }: KeyboardEvent, letter: string): boolean {
  if (key === undefined) {
    return false;
  }
  return key.toLowerCase() === letter || (code === `Key${letter.toUpperCase()}` && !LATIN_LETTER.test(key));
}
