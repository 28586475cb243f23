import { expect, it } from 'vitest';
import { rereadingOf } from './rereading.ts';

it.each([
  ['nothing is read', { data: [], isFetching: false, isPlaceholderData: false }, undefined],
  ['nothing is shown yet', { data: undefined, isFetching: true, isPlaceholderData: false }, undefined],
  ['what is shown is read once more', { data: [], isFetching: true, isPlaceholderData: false }, 'again'],
  ['others are to come', { data: [], isFetching: true, isPlaceholderData: true }, 'others'],
] as const)('%s', (_, result, rereading) => {
  expect(rereadingOf(result)).toBe(rereading);
});
