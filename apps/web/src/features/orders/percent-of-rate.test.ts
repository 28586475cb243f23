import { expect, it } from 'vitest';
import { percentOfRate } from './percent-of-rate.ts';

it.each([
  ['0.0125', '1.25%'],
  ['0.01', '1%'],
  ['0', '0%'],
  ['0.1', '10%'],
  ['1', '100%'],
  ['0.0007', '0.07%'],
  [0.05, '5%'],
  ['0.333333333333333333', '33.3333333333333333%'],
  ['-1', undefined],
  ['x', undefined],
  ['1e-7', undefined],
])('percentOfRate(%j) returns %j', (rate, expected) => {
  expect(percentOfRate(rate)).toBe(expected);
});
