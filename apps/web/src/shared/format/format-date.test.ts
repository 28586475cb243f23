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

describe('an instant', () => {
  it('is a date where the reader is', () => {
    expect(formatDate(instant, 'UTC')).toBe('Mar 3, 2026');
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(formatDate(instant)).toBe('Mar 4, 2026');
    vi.stubEnv('TZ', 'America/New_York');
    expect(formatDate(instant)).toBe('Mar 3, 2026');
  });

  it('is exact to the second, with the zone', () => {
    expect(formatExactTime(instant, 'Europe/Berlin')).toBe('Mar 4, 2026, 00:04:05 GMT+1');
  });

  it('is exact to the minute, in numbers', () => {
    expect(formatMinute(instant, 'UTC')).toBe('2026-03-03 23:04');
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(formatMinute(instant)).toBe('2026-03-04 00:04');
    expect(formatMinute(new Date('2026-07-01T22:30:00Z'))).toBe('2026-07-02 00:30');
  });

  it('is exact in UTC', () => {
    expect(formatUtc(instant)).toBe('2026-03-03 23:04:05 UTC');
  });
});

describe('a day', () => {
  it('has its month', () => {
    expect(formatDay('2026-03-03')).toBe('Mar 3');
  });

  it('stays as it came when it is none', () => {
    expect(formatDay('today')).toBe('today');
  });
});

describe('a month', () => {
  it('has its name', () => {
    expect(formatMonth('2026-01')).toBe('Jan 2026');
  });

  it('stays as it came when it is none', () => {
    expect(formatMonth('Q1')).toBe('Q1');
  });
});
