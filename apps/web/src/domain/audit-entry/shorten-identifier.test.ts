import { expect, it } from 'vitest';
import { shortenIdentifier } from './shorten-identifier.ts';

// @spec 9.22
it.each([
  ['', ''],
  ['x'.repeat(30), 'x'.repeat(30)],
  [`abcdef${'x'.repeat(21)}wxyz`, 'abcdef…wxyz'],
  [`0x${'a'.repeat(18)}`, `0x${'a'.repeat(18)}`],
  [`0x${'a'.repeat(19)}`, '0xaaaa…aaaa'],
  ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F', '0x71C7…976F'],
  ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TJRabP…RTv8'],
  // Starts with 0x, but is not hexadecimal.
  ['0x-not-hexadecimal-at-all', '0x-not-hexadecimal-at-all'],
  ['00000000-0000-4000-8000-000000000001', '000000…0001'],
])('shortenIdentifier(%j) returns %j', (identifier, expected) => {
  expect(shortenIdentifier(identifier)).toBe(expected);
});
