import { describe, expect, it } from 'vitest';
import { pageCount, pageFromUrl } from './page-number.ts';

describe('pageFromUrl', () => {
  it.each([
    [2, 2],
    ['2', 2],
    [1, undefined],
    [0, undefined],
    [-3, undefined],
    [1.5, undefined],
    ['1e3', undefined],
    ['x', undefined],
    [true, undefined],
    [null, undefined],
    [undefined, undefined],
    [Number.MAX_SAFE_INTEGER, undefined],
  ])('parses %j as page %j', (value, expected) => {
    expect(pageFromUrl(value)).toBe(expected);
  });
});

describe('pageCount', () => {
  it.each([
    [0, 1],
    [20, 1],
    [21, 2],
    [400, 20],
  ])('spreads %j rows over %j pages', (total, expected) => {
    expect(pageCount(total, 20)).toBe(expected);
  });
});
