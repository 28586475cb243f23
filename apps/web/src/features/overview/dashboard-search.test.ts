import { expect, it } from 'vitest';
import { parseDashboardSearch } from './dashboard-search.ts';

it.each([
  ['12m', '12m'],
  ['all', 'all'],
  ['30d', undefined],
  ['1y', undefined],
  [undefined, undefined],
])('parseDashboardSearch reads the range %s as %s', (given, range) => {
  expect(parseDashboardSearch({ range: given })).toEqual({ range });
});
