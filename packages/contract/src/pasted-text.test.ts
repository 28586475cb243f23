import { expect, it } from 'vitest';
import { hasAddressPart, pastedAddress, pastedHash, pastedText } from './pasted-text.ts';

const EVM = '0x75BfA0b1c2D3e4F5061728394a5B6c7D8e9F3494';
const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

it.each([
  EVM,
  `\u200B${EVM}\u2060 `,
  `${EVM.slice(0, 20)} ${EVM.slice(20)}`,
  `${EVM.slice(0, 20)}\n${EVM.slice(20)}`,
  `"${EVM}"`,
  `ethereum:${EVM}`,
  `ethereum:pay-${EVM}@1?value=1e18`,
  `ethereum:${TOKEN}@1/transfer?address=${EVM}&uint256=1`,
  `https://etherscan.io/address/${EVM}#tokentxns`,
  `https://etherscan.io/token/${TOKEN}?a=${EVM}`,
  `Sent to ${EVM}, thanks`,
  `xdc${EVM.slice(2)}`,
])('pastedAddress finds the EVM address in %j', (text) => {
  expect(pastedAddress(text).toLowerCase()).toBe(EVM.toLowerCase());
});

it.each([
  TRON,
  `tron:${TRON}`,
  `https://tronscan.org/#/address/${TRON}/transfers`,
  `«${TRON}»`,
  `${TRON.slice(0, 5)} ${TRON.slice(5)}`,
])('pastedAddress finds the TRON address in %j', (text) => {
  expect(pastedAddress(text)).toBe(TRON);
});

it.each([
  ['0x75Bf…3494', '0x75Bf…3494'],
  ['0x75Bf...3494', '0x75Bf…3494'],
  ['ethereum:0x75Bf..3494', '0x75Bf…3494'],
  ['TR7N****j6t', 'TR7N…j6t'],
  ['ethereum:0x75', '0x75'],
  ['ab cd', 'abcd'],
  ['%', '%'],
  ['T_', 'T_'],
  ['""', '""'],
])('pastedAddress keeps the part of an address in %j: %j', (text, part) => {
  expect(pastedAddress(text)).toBe(part);
});

it.each([
  [' \u200BAda\u202E Lovelace ', 'Ada Lovelace'],
  ['"Ada Lovelace"', 'Ada Lovelace'],
  ['“Ada”', 'Ada'],
  ['Ada Lovelace <ada@example.com>', 'ada@example.com'],
  ['<ada@example.com>', 'ada@example.com'],
  ['mailto:ada@example.com?subject=Hi', 'ada@example.com'],
  ['"', '"'],
  ['""', '""'],
  ["O'Brien's", "O'Brien's"],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
])('pastedText turns %j into %j', (text, cleaned) => {
  expect(pastedText(text)).toBe(cleaned);
});

const HASH = `0x${'9f86d081'.repeat(8)}`;

it.each([
  [HASH, HASH],
  [`https://etherscan.io/tx/${HASH}#eventlog`, HASH],
  [`https://tronscan.org/#/transaction/${HASH.slice(2)}`, HASH.slice(2)],
  [`${HASH.slice(0, 30)}\n${HASH.slice(30)}`, HASH],
  ['0x9f86…d081', '0x9f86'],
  [' "order 42" ', 'order 42'],
])('pastedHash turns %j into %j', (text, hash) => {
  expect(pastedHash(text)).toBe(hash);
});

it.each([
  [EVM, '75BFA0', true],
  [EVM, '0x75bf…3494', true],
  [EVM, '0x75bf…', true],
  [EVM, 'BfA0…3494', false],
  [EVM, '0x75bf…3495', false],
])('hasAddressPart(%j, %j) is %s', (address, part, has) => {
  expect(hasAddressPart(address, part)).toBe(has);
});
