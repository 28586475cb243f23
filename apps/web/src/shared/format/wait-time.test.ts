import { expect, it } from 'vitest';
import { waitTime } from './wait-time.ts';

it.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [7_199, '120 minutes'],
  [7_200, '2 hours'],
  [86_400, '24 hours'],
])('waitTime(%i) returns %j', (seconds, text) => {
  expect(waitTime(seconds)).toBe(text);
});
