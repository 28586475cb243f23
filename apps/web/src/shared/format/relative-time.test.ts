import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = new Date('2026-03-10T12:00:00');
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

// @spec 9.28
it.each([
  [-5 * minute, 'Just now'],
  [0, 'Just now'],
  [minute - 1, 'Just now'],
  [minute, '1m ago'],
  [hour - 1, '59m ago'],
  [hour, '1h ago'],
  [day - 1, '23h ago'],
  [day, '1d ago'],
  [7 * day - 1, '6d ago'],
  [7 * day, '2026-03-03'],
])('relativeTime formats an age of %j ms as %j', (age, expected) => {
  expect(relativeTime(new Date(now.getTime() - age), now)).toBe(expected);
});
