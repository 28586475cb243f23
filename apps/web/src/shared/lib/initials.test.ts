import { describe, expect, it } from 'vitest';
import { initial, initials } from './initials.ts';

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada byron lovelace', 'AB'],
    ['  ada   lovelace  ', 'AL'],
    ['Plato', 'PL'],
    ['x', 'X'],
    ['émile zola', 'ÉZ'],
    ['👩‍👧 family', '👩‍👧F'],
    ['أمينة يوسف', 'أي'],
    ['', '?'],
    ['   ', '?'],
    [null, '?'],
    [undefined, '?'],
  ])('of %j are %j', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});

describe('initial', () => {
  it.each([
    ['Ada Lovelace', 'ada@example.com', 'A'],
    ['', 'bob@example.com', 'B'],
    [' ', ' ', '?'],
  ])('of %j, else of %j, is %j', (name, fallback, expected) => {
    expect(initial(name, fallback)).toBe(expected);
  });
});
