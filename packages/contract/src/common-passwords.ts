import { COMMON_PASSWORD_WORDS } from './common-password-words.generated.ts';
import {
  canonicalWord,
  paddingWeight,
  withoutRepetition,
  withoutShift,
  wordsWithin,
} from './password-words.ts';

/** Padding of this weight makes any password uncommon, whatever its word. */
const PADDING_WEIGHT_ENOUGH = 8;

let words: ReadonlySet<string> | undefined;

/** Checks whether a password is one leaked word in any case, with look-alikes (`P@ssw0rd`) or a little padding. */
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

/** Unpacks words, each stored as the number of letters shared with the previous word and the rest. */
function readWords(packed: string): ReadonlySet<string> {
  const list = new Set<string>();
  let word = '';
  for (const [, shared = 'A', rest = ''] of packed.matchAll(/([A-Z])([^A-Z]*)/g)) {
    word = word.slice(0, shared.charCodeAt(0) - 'A'.charCodeAt(0)) + rest;
    list.add(word);
  }
  return list;
}
