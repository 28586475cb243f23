import { expect, it } from 'vitest';
import { formatUsd } from './format-usd.ts';

it.each([
  ['12,345.67', '$12,345.67'],
  ['12345.67', '$12,345.67'],
  ['0.00', '$0.00'],
  ['100', '$100'],
  ['$1,000.00', '$1,000.00'],
  ['-1234.50', '-$1,234.50'],
  ['98765432109876543210.12', '$98,765,432,109,876,543,210.12'],
  ['n/a', 'n/a'],
  ['', ''],
])('formatUsd(%j) returns %j', (amount, expected) => {
  expect(formatUsd(amount)).toBe(expected);
});
