import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { passwordProblem } from './password-strength.ts';

const EMAIL = 'grace@example.com';
const TOO_SHORT = 'Password must be at least 12 characters';
const TOO_LONG = 'Password must be less than 128 characters';
const NO_UPPERCASE = 'Password must contain at least one uppercase letter';
const NO_LOWERCASE = 'Password must contain at least one lowercase letter';
const NO_DIGIT = 'Password must contain at least one digit';
const NO_SPECIAL = 'Password must contain at least one special character';
const COMMON = 'Password is too common';
const EMAIL_NAME = 'Password cannot contain your email username';

const problem = (password: string, email = EMAIL) => passwordProblem(password, { email }, isCommonPassword);
const ofLength = (length: number) => `kV9#${'mQxL'.repeat(32)}`.slice(0, length);

describe('password length', () => {
  // @spec 5.17, 5.18, 9.18, D.39
  it.each([
    [0, TOO_SHORT],
    [11, TOO_SHORT],
    [12, undefined],
    [127, undefined],
    [128, TOO_LONG],
    [129, TOO_LONG],
  ])('checks a length of %i characters: %s', (length, expected) => {
    expect(problem(ofLength(length))).toBe(expected);
  });

  it('counts an emoji as one character', () => {
    expect(problem('kV9#mQxLwZ🐎')).toBe(TOO_SHORT);
    expect(problem('kV9#mQxLwZp🐎')).toBeUndefined();
  });
});

describe('required characters', () => {
  // @spec 5.19
  it.each([
    ['kv9#mqxlwzpb', NO_UPPERCASE],
    ['KV9#MQXLWZPB', NO_LOWERCASE],
    ['kVn#mQxLwZpB', NO_DIGIT],
    ['kV9nmQxLwZpB', NO_SPECIAL],
    ['kV9 mQx LwZ pB', NO_SPECIAL],
    ['kV9nmQxLwZpé', NO_SPECIAL],
    ['kV9nmQxLwZpe\u0301', NO_SPECIAL],
    ['kV9 mQx LwZ pB.', undefined],
    ['Übergröße-7-ñandú', undefined],
    ['Москва-и-Волга-7', undefined],
    ['kV9🐎mQxLwZpB', undefined],
  ])('checks the characters of %s: %s', (password, expected) => {
    expect(problem(password)).toBe(expected);
  });

  // @spec 5.19, 5.20
  it.each([
    ['short', TOO_SHORT],
    ['all in small letters', NO_UPPERCASE],
    ['ALL IN CAPITAL LETTERS', NO_LOWERCASE],
    ['No digit in this', NO_DIGIT],
    ['No sign in these 16', NO_SPECIAL],
    ['Password123', TOO_SHORT],
    ['Password1234', NO_SPECIAL],
    ['Password1234!', COMMON],
  ])('reports only the first problem of %s', (password, expected) => {
    expect(problem(password)).toBe(expected);
  });
});

describe('email name in a password', () => {
  // @spec 5.21
  it.each([
    ['Amazing-Grace-7', 'grace@example.com', EMAIL_NAME],
    ['aMAZING-gRACE-7', 'GRACE@EXAMPLE.COM', EMAIL_NAME],
    ['Saw-7-mice-today', 'mice@example.com', EMAIL_NAME],
    ['Saw-7-mice-today', 'ice@example.com', undefined],
    ['Saw-7-mice-today', 'example.com', undefined],
    ['Saw-7-mice-today', '', undefined],
    ['Administrator1!', 'administrator@example.com', COMMON],
  ])('checks %s against the email %s: %s', (password, email, expected) => {
    expect(problem(password, email)).toBe(expected);
  });
});

const letter = fc.constantFrom(...'abcdefghijkmnpqrstuvwxyz');
const random = fc
  .tuple(
    fc.array(letter, { minLength: 4, maxLength: 40 }),
    fc.array(letter, { minLength: 4, maxLength: 40 }),
    fc.array(fc.constantFrom(...'0123456789'), { minLength: 4, maxLength: 20 }),
    fc.array(fc.constantFrom(...'-_.,:;#?=/'), { minLength: 1, maxLength: 20 }),
  )
  .map((parts) => parts.map((part) => part.join('')));

describe('random passwords', () => {
  it('accepts words with four kinds of characters and a separator', () => {
    fc.assert(
      fc.property(random, ([small = '', large = '', digits = '', signs = '']) => {
        const password = `${small}${signs}${digits}x${signs}${large.toUpperCase()}`;
        expect(problem(password, 'no@example.com')).toBeUndefined();
      }),
    );
  });

  it('rejects a password that contains the email name', () => {
    fc.assert(
      fc.property(random, ([small = '', large = '', digits = '', signs = '']) => {
        const password = `${small}${signs}${digits}x${signs}${large.toUpperCase()}`;
        expect(problem(password, `${large}@example.com`)).toBe(EMAIL_NAME);
      }),
    );
  });

  it('returns a message or undefined and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string(), (password, email) => {
        const found = problem(password, email);
        expect(found === undefined || found.startsWith('Password ')).toBe(true);
      }),
    );
  });
});
