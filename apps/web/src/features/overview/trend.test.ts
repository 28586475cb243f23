import { expect, it } from 'vitest';
import { trendOf } from './trend.ts';

it.each([
  [112.3, 100, 'up', 'Up 12.3%'],
  [95.5, 100, 'down', 'Down 4.5%'],
  [0, 7, 'down', 'Down 100%'],
  [0.9, 2_000, 'down', 'Down >99.9%'],
  [1.1, 1_000, 'down', 'Down 99.9%'],
  [100, 100, 'level', 'No change'],
  [0, 0, 'level', 'No change'],
  [5, 0, 'up', 'Up from 0'],
  [100_001, 100_000, 'up', 'Up <0.1%'],
  [350, 100, 'up', 'Up 250%'],
  [1_100, 100, 'up', 'Up 1,000%'],
  [1_101, 100, 'up', 'Up >1,000%'],
  [98_765_432_109_876, 98_765_432_109_875, 'up', 'Up <0.1%'],
  [7, undefined, 'unknown', 'No earlier data'],
])('trendOf compares %d with %s: %s, %s', (now, before, direction, text) => {
  expect(trendOf(now, before)).toEqual({ direction, text });
});
