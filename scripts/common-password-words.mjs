import { dictionary } from '@zxcvbn-ts/language-common';
import { DEFAULT_PRODUCT_NAME } from '../packages/contract/src/constants.ts';
import { canonicalWord, wordsWithin } from '../packages/contract/src/password-words.ts';

/** The most frequent passwords only, because the browser downloads the list. */
const WORDS_MAX = 20_000;
/** A shorter word does not weaken a password of twelve characters. */
const LENGTH_MIN = 3;
const SHARED_MAX = 25;
/** Obvious words for this product that the list lacks. */
const PRODUCT_WORDS = [
  DEFAULT_PRODUCT_NAME.toLowerCase(),
  'wallet',
  'wallets',
  'payment',
  'payments',
  'merchants',
  'invoice',
  'invoices',
  'invitation',
  'transaction',
  'ledger',
  'dashboard',
  'backoffice',
  'bitcoin',
  'bitcoins',
  'ethereum',
  'blockchain',
  'cryptocurrency',
];

export function commonPasswordModule() {
  const listed = dictionary['passwords-common'].slice(0, WORDS_MAX);
  const words = new Set(
    [...listed, ...PRODUCT_WORDS].map(plainWord).filter((word) => word.length >= LENGTH_MIN),
  );
  const packed = JSON.stringify(pack([...words].sort()));
  return [
    '// Written by `npm run passwords` from the leaked passwords of @zxcvbn-ts/language-common (MIT), with our own words.',
    `export const COMMON_PASSWORD_WORDS =\n  ${packed};\n`,
  ].join('\n');
}

/** Strips surrounding digits and punctuation, which the password check ignores too. */
function plainWord(/** @type {string} */ password) {
  return canonicalWord(wordsWithin(password)[0]?.text ?? '');
}

/** Encodes a word as a capital letter (number of shared first letters) and its remaining letters. */
function pack(/** @type {readonly string[]} */ words) {
  let before = '';
  let packed = '';
  for (const word of words) {
    let shared = 0;
    while (shared < SHARED_MAX && shared < word.length && word[shared] === before[shared]) shared += 1;
    packed += String.fromCharCode('A'.charCodeAt(0) + shared) + word.slice(shared);
    before = word;
  }
  return packed;
}
