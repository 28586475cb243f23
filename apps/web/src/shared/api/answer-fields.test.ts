import { expect, it } from 'vitest';
import { countIn, instantIn, withKnown } from './answer-fields.ts';

it.each([
  [7, 7],
  ['43', 43],
  [0, 0],
  [-1, null],
  [1.5, null],
  ['1e3', null],
  ['', null],
  [null, null],
])('countIn(%j) returns %j', (value, expected) => {
  expect(countIn(value)).toBe(expected);
});

it.each([
  ['2026-03-03T12:00:00.000Z', '2026-03-03T12:00:00.000Z'],
  [1_772_539_200_000, '2026-03-03T12:00:00.000Z'],
  [1_772_539_200, null],
  [0, null],
  [Number.MAX_SAFE_INTEGER, null],
  [null, null],
  ['', null],
])('instantIn(%j) returns %j', (value, expected) => {
  expect(instantIn(value)).toBe(expected);
});

it('withKnown fills in missing fields but not null fields', () => {
  const known = { name: 'Ada', blockedAt: '2026-03-03T12:00:00.000Z' };
  const read = { name: '', blockedAt: null };
  expect(
    withKnown<{ name: string; blockedAt: string | null }>(read, { answer: { blockedAt: null }, known }),
  ).toEqual({
    name: 'Ada',
    blockedAt: null,
  });
  expect(withKnown(read, { answer: {}, known: undefined })).toEqual(read);
});
