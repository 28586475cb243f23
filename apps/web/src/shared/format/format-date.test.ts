import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  formatDate,
  formatExactTime,
  formatMinute,
  formatMonth,
  formatUtc,
  formatZonedMinute,
} from './format-date.ts';

const instant = new Date('2026-03-03T23:04:05.678Z');

afterEach(() => vi.unstubAllEnvs());

describe('instant formatters', () => {
  it("formats the date in the browser's time zone", () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(formatDate(instant)).toBe('2026-03-04');
    vi.stubEnv('TZ', 'America/New_York');
    expect(formatDate(instant)).toBe('2026-03-03');
  });

  it.each([
    ['UTC', '2026-03-03 23:04', '2026-03-03 23:04:05 UTC'],
    ['Europe/London', '2026-03-03 23:04', '2026-03-03 23:04:05 UTC'],
    ['Europe/Berlin', '2026-03-04 00:04', '2026-03-04 00:04:05 UTC+01:00'],
    ['Asia/Kathmandu', '2026-03-04 04:49', '2026-03-04 04:49:05 UTC+05:45'],
    ['America/New_York', '2026-03-03 18:04', '2026-03-03 18:04:05 UTC-05:00'],
    ['America/St_Johns', '2026-03-03 19:34', '2026-03-03 19:34:05 UTC-03:30'],
  ])('formats the time in %s and names the zone', (zone, minute, exact) => {
    vi.stubEnv('TZ', zone);
    expect(formatMinute(instant)).toBe(minute);
    expect(formatExactTime(instant)).toBe(exact);
    expect(formatZonedMinute(instant)).toBe(exact.replace(':05 ', ' '));
  });

  it('uses the offset of the time, not of today', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(formatExactTime(new Date('2026-07-01T22:30:00Z'))).toBe('2026-07-02 00:30:00 UTC+02:00');
  });

  it('formats the exact time in UTC', () => {
    expect(formatUtc(instant)).toBe('2026-03-03 23:04:05 UTC');
  });
});

describe('formatMonth', () => {
  it('formats a month by its name', () => {
    expect(formatMonth('2026-01')).toBe('Jan 2026');
  });

  it('returns text that is not a month unchanged', () => {
    expect(formatMonth('Q1')).toBe('Q1');
  });
});
