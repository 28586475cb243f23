import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatAmount } from './format-amount.ts';
import { formatUsdValue } from './format-usd-value.ts';

// @spec 9.30
it.each([
  ['0', undefined, '0'],
  ['1.50', undefined, '1.5'],
  ['1.123456785', undefined, '1.12345679'],
  ['0.00000001', undefined, '0.00000001'],
  ['0.000000001', undefined, '<0.00000001'],
  ['1234567.1', 4, '1,234,567.1000'],
  ['0', 4, '0.0000'],
  ['1.23456', 4, '1.2346'],
  ['0.00004', 4, '<0.0001'],
  ['0.00005', 4, '0.0001'],
  ['-0.00004', 4, '>-0.0001'],
  ['-0.000', 2, '0.00'],
  ['-1234.005', 2, '-1,234.01'],
  ['1.005', 2, '1.01'],
  ['0.4', 0, '<1'],
  ['0.000000000000000001', 6, '<0.000001'],
  ['98765432109876543210987654321.123456789012345678', 4, '98,765,432,109,876,543,210,987,654,321.1235'],
  ['99999999999999999999.999', 2, '100,000,000,000,000,000,000.00'],
  ['12,345.67', 2, '12,345.67'],
  ['.5', 2, '0.50'],
  ['1e-18', undefined, '<0.00000001'],
  ['1.5e21', 2, '1,500,000,000,000,000,000,000.00'],
])('formatAmount(%s, %s) returns %s', (value, decimals, expected) => {
  expect(formatAmount(value, decimals)).toBe(expected);
});

it('formatAmount rounds and groups like Intl', () => {
  const digits = fc.stringMatching(/^[0-9]{0,30}$/);
  const decimal = fc
    .tuple(fc.constantFrom('', '-'), digits, digits, fc.constantFrom('', 'e-9', 'e3', 'e21'))
    .filter(([, whole, fraction]) => whole + fraction !== '')
    .map(([sign, whole, fraction, exponent]) => `${sign}${whole}.${fraction}${exponent}` as `${number}`);
  fc.assert(
    fc.property(decimal, fc.option(fc.nat(8), { nil: undefined }), (text, decimals) => {
      const platform = new Intl.NumberFormat('en-US', {
        minimumFractionDigits: decimals ?? 0,
        maximumFractionDigits: decimals ?? 8,
        signDisplay: 'negative',
      }).format(text);
      const shown = formatAmount(text, decimals);
      expect(/[<>]/.test(shown) ? formatAmount('0', decimals) : shown).toBe(platform);
    }),
  );
});

it.each([
  [0.1 + 0.2, undefined, '0.3'],
  [1e-7, 4, '<0.0001'],
  [1e21, 2, '1,000,000,000,000,000,000,000.00'],
  [-0, 2, '0.00'],
  [1234.5, 2, '1,234.50'],
])('formatAmount formats the number %s with %s decimals as %s', (value, decimals, expected) => {
  expect(formatAmount(value, decimals)).toBe(expected);
});

it.each(['', 'n/a', '0x10', 'Infinity', '1,23', '1e999999999', '--1', '12 ETH', '١٢'])(
  'formatAmount returns %j unchanged',
  (text) => {
    expect(formatAmount(text, 2)).toBe(text);
  },
);

it.each([
  ['1234.5', '$1,234.50'],
  [1234.5, '$1,234.50'],
  ['-1234.50', '-$1,234.50'],
  ['0', '$0.00'],
  ['0.001', '<$0.01'],
  ['-0.001', '>-$0.01'],
  ['12,345.67', '$12,345.67'],
  ['98765432109876543210.128', '$98,765,432,109,876,543,210.13'],
  ['n/a', 'n/a'],
  ['$12.00', '$12.00'],
])('formatUsdValue(%s) returns %s', (value, expected) => {
  expect(formatUsdValue(value)).toBe(expected);
});
