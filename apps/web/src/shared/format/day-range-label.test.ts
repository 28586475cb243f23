import { expect, it } from 'vitest';
import { dayRangeLabel } from './day-range-label.ts';

const [from, to] = ['2026-03-01', '2026-03-05'];

it.each([
  [{ from, to }, '2026-03-01 to 2026-03-05'],
  [{ from, to: from }, '2026-03-01'],
  [{ from }, 'since 2026-03-01'],
  [{ to }, 'through 2026-03-05'],
  [{}, undefined],
])('dayRangeLabel(%j) returns %j', (days, label) => {
  expect(dayRangeLabel(days)).toBe(label);
});
