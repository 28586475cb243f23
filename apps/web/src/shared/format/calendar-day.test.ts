import { afterEach, describe, expect, it, vi } from 'vitest';
import { dayFromUrl, daysFromUrl, instantsOf, isReversed, utcInstantsOf } from './calendar-day.ts';

afterEach(() => vi.unstubAllEnvs());

describe('dayFromUrl', () => {
  it.each(['1970-01-01', '2024-02-29', '2026-12-31', '9999-12-31'])('accepts %s', (day) => {
    expect(dayFromUrl(day)).toBe(day);
  });

  it.each([
    '2026-02-31',
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '0202-03-01',
    '1969-12-31',
    '10000-01-01',
    '+010000-01-01',
    '-000001-01-01',
    '2026-3-3',
    '2026-03-03T00:00:00Z',
    'infinity',
    '',
    20260303,
    undefined,
  ])('rejects %j', (text) => {
    expect(dayFromUrl(text)).toBeUndefined();
  });
});

describe('day ranges', () => {
  it.each([
    [
      { from: '2026-03-01', to: '2026-03-02' },
      { from: '2026-03-01', to: '2026-03-02' },
    ],
    [
      { from: '2026-03-01', to: '2026-03-01' },
      { from: '2026-03-01', to: '2026-03-01' },
    ],
    [
      { from: '2026-03-02', to: '2026-03-01' },
      { from: '2026-03-02', to: '2026-03-01' },
    ],
    [
      { from: '2026-02-31', to: '2026-03-01' },
      { from: undefined, to: '2026-03-01' },
    ],
    [{ to: '2026-03-01' }, { from: undefined, to: '2026-03-01' }],
    [{}, { from: undefined, to: undefined }],
  ])('daysFromUrl(%j) returns %j', (parameters, range) => {
    expect(daysFromUrl(parameters)).toEqual(range);
  });

  it.each([
    [{ from: '2026-03-02', to: '2026-03-01' }, true],
    [{ from: '2026-03-01', to: '2026-03-01' }, false],
    [{ from: '2026-03-02' }, false],
    [{ to: '2026-03-01' }, false],
  ])('isReversed(%j) returns %j', (range, expected) => {
    expect(isReversed(range)).toBe(expected);
  });
});

describe('instantsOf', () => {
  it.each([
    ['UTC', '2026-03-03', '2026-03-03T00:00:00.000Z', '2026-03-04T00:00:00.000Z'],
    // Midnight is skipped, so that the day begins at 1:00.
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    // The hour after midnight happens twice.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    // The clock changes by half an hour.
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', '2026-04-05T13:30:00.000Z'],
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    // The day before ends where the next one begins, and the skipped day is empty.
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', '2011-12-31T10:00:00.000Z'],
    // Times outside the server's years are moved to their edge.
    ['Asia/Tokyo', '1970-01-01', '1970-01-01T00:00:00.000Z', '1970-01-01T15:00:00.000Z'],
    ['UTC', '9999-12-31', '9999-12-31T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    ['America/New_York', '9999-12-31', '9999-12-31T05:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ])('a day in %s, %s, is from %s to %s', (zone, day, from, to) => {
    vi.stubEnv('TZ', zone);
    expect(instantsOf({ from: day, to: day })).toEqual({ from, to });
  });

  it.each([
    'America/Havana',
    'Africa/Cairo',
    'Europe/Lisbon',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'America/Nuuk',
    'Asia/Tehran',
  ])('every day in %s ends when the next one begins', (zone) => {
    vi.stubEnv('TZ', zone);
    const days = Array.from({ length: 6_000 }, (_, index) =>
      new Date(Date.UTC(2011, 0, 1 + index)).toISOString().slice(0, 10),
    );
    for (const [index, day] of days.slice(0, -1).entries()) {
      expect(instantsOf({ to: day }).to).toBe(instantsOf({ from: days[index + 1] }).from);
    }
  });
});

it('utcInstantsOf returns the bounds of days in UTC in any time zone', () => {
  vi.stubEnv('TZ', 'Pacific/Apia');
  expect(utcInstantsOf({ from: '2026-02-27', to: '2026-02-28' })).toEqual({
    from: '2026-02-27T00:00:00.000Z',
    to: '2026-03-01T00:00:00.000Z',
  });
  expect(utcInstantsOf({ to: '9999-12-31' })).toEqual({ from: undefined, to: '9999-12-31T23:59:59.999Z' });
});
