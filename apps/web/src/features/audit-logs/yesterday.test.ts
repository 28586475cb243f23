import { expect, it } from 'vitest';
import { yesterday } from './yesterday.ts';

it('yesterday is the day before, in the time zone of the browser', () => {
  expect(yesterday(new Date('2026-03-01T00:00:00'))).toBe('2026-02-28');
  expect(yesterday(new Date('2027-01-01T23:59:59'))).toBe('2026-12-31');
});
