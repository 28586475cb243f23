import { describe, expect, it } from 'vitest';
import { initial, initials } from './initials.ts';

describe('initials', () => {
  // @spec 2.32
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada byron lovelace', 'AB'],
    ['  ada   lovelace  ', 'AL'],
    ['Plato', 'PL'],
    ['x', 'X'],
    ['émile zola', 'ÉZ'],
    ['👩‍👧 family', '👩‍👧F'],
    ['أمينة يوسف', 'أي'],
    ['Nguye\u0302\u0303n', 'NG'],
    ['e\u0301mile z\u0308ola', 'E\u0301Z\u0308'],
    ['Bo\u0308', 'BO\u0308'],
    ['O’Brien 👩‍👧', 'O👩‍👧'],
    ['\u200BAda \u202Elovelace', 'AL'],
    ['\u2060 Plato', 'PL'],
    ['\u200B\u00AD', '?'],
    ['', '?'],
    ['   ', '?'],
    [null, '?'],
    [undefined, '?'],
  ])('turns %j into %j', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});

it('initials cuts between the same characters as Intl.Segmenter', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const codes = Array.from({ length: 0x1_0000 }, (_, code) => code).filter(
    (code) => code < 0xd800 || code > 0xdfff,
  );
  const words = codes.map((code) => `a${String.fromCharCode(code, code)}`).filter((word) => !/\s/.test(word));
  const cutOtherwise = words.filter((word) => {
    const seen = Array.from(segmenter.segment(word), ({ segment }) => segment);
    return initials(word) !== seen.slice(0, 2).join('').toUpperCase();
  });

  expect(words.length).toBeGreaterThan(60_000);
  expect(cutOtherwise).toEqual([]);
});

describe('initial', () => {
  // @spec 2.101
  it.each([
    ['Ada Lovelace', 'ada@example.com', 'A'],
    ['', 'bob@example.com', 'B'],
    [' ', ' ', '?'],
    ['\u202Edesrever', 'ada@example.com', 'D'],
    ['\u00AD \u200BAda', '', 'A'],
    ['\u200B', '\u2066bob@example.com', 'B'],
  ])('turns %j with fallback %j into %j', (name, fallback, expected) => {
    expect(initial(name, fallback)).toBe(expected);
  });
});
