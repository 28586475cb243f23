import { visibleText } from './visible-text.ts';

const DIGIT = /\p{Nd}/u;

/** Returns text with the decimal digits of every script as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, digitOf);
}

/** In Unicode, digits follow each other in runs from zero to nine. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before++;
  return String(before % 10);
}

/** Returns a code as its keys on an English keyboard: ASCII digits, letters and dashes, nothing invisible. */
export function asciiCode(text: string): string {
  return asciiDigits(visibleText(text.normalize('NFKC'))).replace(/[\p{Pd}\u2212]/gu, '-');
}
