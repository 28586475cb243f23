import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { DEFAULT_PRODUCT_NAME } from './constants.ts';
import { paddingWeight } from './password-words.ts';

describe('common passwords', () => {
  // @spec 5.20
  it.each([
    'Password123!',
    'Welcome2024!!',
    'Administrator1!',
    'Iloveyou2024!',
    'Qwertyuiop1!',
    'Trustno1!!!!!',
    '2024!Password',
    '***Liverpool7***',
  ])('rejects %s, a listed word with padding', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(['P@ssw0rd1234!', 'p455w0rd-2026', '$uperm@n12345!', '!!Pa$$word!!1'])(
    'rejects %s, a listed word with look-alikes',
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  it.each(['1qaz2wsx3EDC!', '!QAZ2wsx#EDC'])('rejects %s, a keyboard pattern', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(['PasswordPassword1!', 'DragonDragonDragon1!'])(
    'rejects %s, a repeated listed word',
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  it.each([
    `${DEFAULT_PRODUCT_NAME}2026!!`,
    'Wallet2026!!!',
    'Bitcoin2026!!!',
    'Payments#2026',
    'B@ckoffice1!!',
  ])('rejects %s, a product word', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(['Dragon123456!', 'Abc123456789!'])(
    'rejects %s, a listed word with a number sequence',
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );
});

describe('uncommon passwords', () => {
  it.each([
    ['a passphrase', 'Correct-Horse-7-Battery'],
    ['a passphrase of listed words', 'Dragon.Monkey.4.Football'],
    ['listed words that were put together', 'Tr0ub4dor&3-xkcd'],
    ['a listed word with much around it', 'Dragon#8!4$9?2'],
    ['a long one with enough of its own', 'Administrator#8!4$9?2%6'],
    ['a random one', 'kV9#mQ2!xL7$'],
    ['one without letters, which other rules refuse', '123456789012!'],
    ['an empty one', ''],
  ])('accepts %s', (_, password) => {
    expect(isCommonPassword(password)).toBe(false);
  });
});

const listed = dictionary['passwords-common'].slice(0, 20_000).filter((word) => /^[a-z]{6,}$/.test(word));
const listedWord = fc.constantFrom(...listed);

describe('listed words', () => {
  it('rejects a listed word in any case with a year, count or symbols around it', () => {
    const padding = fc.constantFrom('', '1!', '2026!', '123456', '!!!', '987', '!@#$');
    const capitals = fc.func(fc.boolean());
    fc.assert(
      fc.property(listedWord, padding, padding, capitals, (word, before, after, isCapital) => {
        const text = Array.from(word, (letter, at) => (isCapital(at) ? letter.toUpperCase() : letter));
        expect(isCommonPassword(before + text.join('') + after)).toBe(true);
      }),
    );
  });

  it('accepts a listed word in a passphrase of three words', () => {
    fc.assert(
      fc.property(fc.uniqueArray(listedWord, { minLength: 3, maxLength: 3 }), fc.nat(9), (words, digit) => {
        expect(isCommonPassword(`${words.join('-')}-${digit}`)).toBe(false);
      }),
    );
  });
});

describe('password padding', () => {
  it.each([
    ['', 0],
    ['1', 1],
    ['1234', 1],
    ['4321', 1],
    ['8901', 1],
    ['!!!!', 1],
    ['!@#', 1],
    ['2024', 1],
    ['2024!!', 1],
    ['1987?', 2],
    ['8!4$9?2', 6],
  ])('gives %s the weight %i', (padding, weight) => {
    expect(paddingWeight(padding)).toBe(weight);
  });
});
