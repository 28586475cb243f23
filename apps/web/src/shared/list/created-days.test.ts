import { expect, it } from 'vitest';
import { createdDaysFromUrl, createdLabel } from './created-days.ts';

const from = '2026-03-01';
const to = '2026-03-05';

it.each([
  [{ createdFrom: from, createdTo: to }, from, to],
  [{ createdFrom: from }, from, undefined],
  [{ createdTo: to }, undefined, to],
  [{ createdFrom: to, createdTo: from }, to, from],
  [{ createdFrom: '2026-02-31', createdTo: ['2026-03-01'] }, undefined, undefined],
  [{ from, to }, undefined, undefined],
])('createdDaysFromUrl(%j) returns %s and %s', (parameters, createdFrom, createdTo) => {
  expect(createdDaysFromUrl(parameters)).toEqual({ createdFrom, createdTo });
});

it.each([
  [{}, undefined],
  [{ createdFrom: from, createdTo: from }, '2026-03-01 (UTC)'],
  [{ createdFrom: from, createdTo: to }, '2026-03-01 to 2026-03-05 (UTC)'],
  [{ createdFrom: from }, 'since 2026-03-01 (UTC)'],
  [{ createdTo: to }, 'through 2026-03-05 (UTC)'],
])('createdLabel(%j) returns %j', (days, label) => {
  expect(createdLabel(days)).toBe(label);
});
