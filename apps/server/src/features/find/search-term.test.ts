import { describe, expect, it } from 'vitest';
import { searchTerm } from './search-term.ts';

const HASH = 'ab12'.repeat(16);
const ADDRESS = `0x${'aB12'.repeat(10)}`;

describe('searchTerm', () => {
  it.each(['', 'a', '\u200ba\u202e', ' é '])('finds nothing in %j, which is too short', (text) => {
    expect(searchTerm(text)).toBeUndefined();
  });

  it.each([
    [HASH.toUpperCase(), { text: HASH.toUpperCase(), hashes: [HASH, `0x${HASH}`] }],
    [ADDRESS, { text: ADDRESS, address: ADDRESS, hashBeginning: ADDRESS }],
    [
      'Ada@Example.com',
      {
        text: 'Ada@Example.com',
        email: 'ada@example.com',
        emailBeginning: 'ada@example.com',
        ownerBeginning: 'ada@example.com',
      },
    ],
    ['ada@', { text: 'ada@', emailBeginning: 'ada@', ownerBeginning: 'ada@' }],
    ['@example', { text: '@example', emailBeginning: '@example', words: '@example' }],
    ['Ada Lo', { text: 'Ada Lo', emailBeginning: 'ada lo', words: 'Ada Lo' }],
    ['Al Li', { text: 'Al Li', emailBeginning: 'al li', nameBeginning: 'Al Li' }],
    ['山田', { text: '山田', emailBeginning: '山田', nameBeginning: '山田' }],
    ['%%', { text: '%%', emailBeginning: '%%' }],
    ['0x', { text: '0x', emailBeginning: '0x', nameBeginning: '0x' }],
    [
      '2001:DB8::7',
      { text: '2001:DB8::7', ipAddress: '2001:db8::7', emailBeginning: '2001:db8::7', words: '2001:DB8::7' },
    ],
    ['INV-7', { text: 'INV-7', emailBeginning: 'inv-7', words: 'INV-7' }],
    ['INV7', { text: 'INV7', addressPart: 'INV7', emailBeginning: 'inv7', words: 'INV7' }],
  ])('reads %s', (text, term) => {
    expect(searchTerm(text)).toEqual(term);
  });

  it('reads both ends of a shortened address or hash', () => {
    const text = '0x71C7…976F';
    expect(searchTerm(text)).toEqual({ text, shortened: { start: '0x71C7', end: '976F' } });
    expect(searchTerm('TXyz12...9aBc')).toMatchObject({ shortened: { start: 'TXyz12', end: '9aBc' } });
    expect(searchTerm('0x7…6F')).not.toHaveProperty('shortened');
  });
});
