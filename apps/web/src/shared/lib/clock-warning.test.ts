import { expect, it } from 'vitest';
import { clockWarning } from './clock-warning.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it.each([
  [0, undefined],
  [MINUTE, undefined],
  [-MINUTE, undefined],
  [61_000, 'Your clock is 1 minute behind.'],
  [-90 * MINUTE, 'Your clock is 90 minutes ahead.'],
  [-26 * HOUR, 'Your clock is 26 hours ahead.'],
  [26 * HOUR, 'Your clock is 26 hours behind.'],
  [-8 * 24 * HOUR, 'Your clock is 8 days ahead.'],
  [36_525 * 24 * HOUR, 'Your clock is 36,525 days behind.'],
])('clockWarning(%i) returns %j', (skew, text) => {
  expect(clockWarning(skew)).toBe(text);
});
