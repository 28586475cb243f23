import { expect, it } from 'vitest';
import { usdDifference } from './usd-difference.ts';

it.each([
  ['1234.5', '234.5', '$1,000.00', 'more than'],
  ['0', '5', '$5.00', 'less than'],
  [
    '98765432109876543210.000000000000000002',
    '98765432109876543210.000000000000000001',
    '<$0.01',
    'more than',
  ],
  ['98765432109876543210', '1', '$98,765,432,109,876,543,209.00', 'more than'],
  ['1.10', '1.1', '', 'the same as'],
])('usdDifference compares %s with %s without rounding', (now, before, size, words) => {
  expect(usdDifference(now, before)).toEqual({ size, words });
});
