import { COMMON_PASSWORD_WORDS } from './common-password-words.generated.ts';
import {
  canonicalWord,
  paddingWeight,
  withoutRepetition,
  withoutShift,
  wordsWithin,
} from './password-words.ts';

/** As much before and after a word makes a password of its own, however long the word. */
const PADDING_WEIGHT_ENOUGH = 8;

let words: ReadonlySet<string> | undefined;

/**
 * Whether a password is one that everybody tries first: a word of a public list of leaked passwords, in any
 * case and with the usual look-alikes for letters (`P@ssw0rd`), as it is or wrapped in digits and signs that
 * add less than it does (`Password123!`). Words set apart within the password make a passphrase, and pass.
 * A password without any letter is not looked at: the rules on characters refuse it.
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

/** The list as `writeWords` packed it: how many letters a word shares with the one before, then its others. */
function readWords(packed: string): ReadonlySet<string> {
  const list = new Set<string>();
  let word = '';
  for (const [, shared = 'A', rest = ''] of packed.matchAll(/([A-Z])([^A-Z]*)/g)) {
    word = word.slice(0, shared.charCodeAt(0) - 'A'.charCodeAt(0)) + rest;
    list.add(word);
  }
  return list;
}
