import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  formatDate,
  formatDay,
  formatExactTime,
  formatMinute,
  formatMonth,
  formatUtc,
} from './format-date.ts';

const instant = new Date('2026-03-03T23:04:05.678Z');

afterEach(() => vi.unstubAllEnvs());

describe('instant formatters', () => {
  it("formats the date in the browser's time zone", () => {
    expect(formatDate(instant, 'UTC')).toBe('Mar 3, 2026');
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(formatDate(instant)).toBe('Mar 4, 2026');
    vi.stubEnv('TZ', 'America/New_York');
    expect(formatDate(instant)).toBe('Mar 3, 2026');
  });

  it('formats the exact time with seconds and time zone', () => {
    expect(formatExactTime(instant, 'Europe/Berlin')).toBe('Mar 4, 2026, 00:04:05 GMT+1');
  });

  it('formats the time in numbers with minutes', () => {
    expect(formatMinute(instant, 'UTC')).toBe('2026-03-03 23:04');
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(formatMinute(instant)).toBe('2026-03-04 00:04');
    expect(formatMinute(new Date('2026-07-01T22:30:00Z'))).toBe('2026-07-02 00:30');
  });

  it('formats the exact time in UTC', () => {
    expect(formatUtc(instant)).toBe('2026-03-03 23:04:05 UTC');
  });
});

describe('formatDay', () => {
  it('formats a calendar day with its month', () => {
    expect(formatDay('2026-03-03')).toBe('Mar 3');
  });

  it('returns text that is not a day unchanged', () => {
    expect(formatDay('today')).toBe('today');
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
