import { dictionary } from '@zxcvbn-ts/language-common';
import { DEFAULT_PRODUCT_NAME } from '../packages/contract/src/constants.ts';
import { canonicalWord, wordsWithin } from '../packages/contract/src/password-words.ts';

/** The most frequent of the list: what comes after them is rare, and the browser has to fetch it all. */
const TAKEN = 20_000;
/** A shorter word says little about a password of twelve characters. */
const LENGTH_MIN = 3;
const SHARED_MAX = 25;
/** What comes to mind in front of this product, and is on no list of everybody's. */
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

/** The module that holds the words, as text. */
export function commonPasswordModule() {
  const listed = dictionary['passwords-common'].slice(0, TAKEN);
  const words = new Set(
    [...listed, ...PRODUCT_WORDS].map(plainWord).filter((word) => word.length >= LENGTH_MIN),
  );
  const packed = JSON.stringify(pack([...words].sort()));
  return [
    '// Written by `npm run passwords` from the leaked passwords of @zxcvbn-ts/language-common (MIT), with our own words.',
    `export const COMMON_PASSWORD_WORDS =\n  ${packed};\n`,
  ].join('\n');
}

/** A listed password without the digits and signs around it: they do not count in what people choose either. */
function plainWord(/** @type {string} */ password) {
  return canonicalWord(wordsWithin(password)[0]?.text ?? '');
}

/** Each word as a capital for the number of letters that it shares with the one before, and its others. */
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
