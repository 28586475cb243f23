import { describe, expect, it } from 'vitest';
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts';

describe('parsePlainSearch', () => {
  it.each([
    ['', {}],
    ['?search=42&page=2', { search: '42', page: '2' }],
    ['?search=true', { search: 'true' }],
    ['?search=%22a%22+b', { search: '"a" b' }],
    ['?page=1&page=2', { page: '2' }],
  ])('parses %j as %j', (search, expected) => {
    expect(parsePlainSearch(search)).toEqual(expected);
  });
});

describe('stringifyPlainSearch', () => {
  it.each([
    [{}, ''],
    [{ search: undefined, page: null, tab: '' }, ''],
    [{ search: '42', page: 2 }, '?search=42&page=2'],
    [{ search: 'a&b=c d' }, '?search=a%26b%3Dc+d'],
  ])('writes %j as %j', (parameters, expected) => {
    expect(stringifyPlainSearch(parameters)).toBe(expected);
  });
});
