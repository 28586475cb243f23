import { COMMON_PASSWORD_WORDS } from './common-password-words.generated.ts';
import {
  canonicalWord,
  paddingWeight,
  withoutRepetition,
  withoutShift,
  wordsWithin,
} from './password-words.ts';

/** With this much padding, a password is not common, regardless of the word. */
const PADDING_WEIGHT_ENOUGH = 8;

let words: ReadonlySet<string> | undefined;

/**
 * Checks whether a password consists of one word from a list of leaked passwords, in any case, with look-alikes for
 * letters (`P@ssw0rd`) or with a little padding (`Password123!`). Passphrases pass. Passwords without letters are not
 * checked, because the other rules reject them.
 */
export function isCommonPassword(password: string): boolean {
  words ??= readWords(COMMON_PASSWORD_WORDS);
  return holdsListedWord(password, words) || holdsListedWord(withoutShift(password), words);
}

function holdsListedWord(password: string, list: ReadonlySet<string>): boolean {
  return wordsWithin(password).some(({ text, padding }) => {
    const word = canonicalWord(text);
    const weight = paddingWeight(padding);
    const isMostOfIt = weight < PADDING_WEIGHT_ENOUGH && weight <= text.length;
    return isMostOfIt && (list.has(word) || list.has(withoutRepetition(word)));
  });
}

/** Unpacks the list of `writeWords`: the number of letters shared with the previous word, then the rest. */
function readWords(packed: string): ReadonlySet<string> {
  const list = new Set<string>();
  let word = '';
  for (const [, shared = 'A', rest = ''] of packed.matchAll(/([A-Z])([^A-Z]*)/g)) {
    word = word.slice(0, shared.charCodeAt(0) - 'A'.charCodeAt(0)) + rest;
    list.add(word);
  }
  return list;
}
