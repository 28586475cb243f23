import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailKey } from './email-key.ts';

describe('emailKey', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' \tAda@Example.COM\n', 'ada@example.com'],
    ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
    ['o\uFB03ce@example.com', 'office@example.com'],
    ['MU\u0308LLER@example.com', 'm\u00FCller@example.com'],
    ['MÜLLER@Bücher.example ', 'müller@xn--bcher-kva.example'],
    ['müller@bu\u0308cher.example', 'müller@xn--bcher-kva.example'],
    ['müller@XN--BCHER-KVA.example', 'müller@xn--bcher-kva.example'],
    ['bob@bücher。example', 'bob@xn--bcher-kva.example'],
    ['bob@faß.example', 'bob@xn--fa-hia.example'],
    ['bob@I❤.example', 'bob@xn--i-7iq.example'],
    ['İSTANBUL@İstanbul.example', 'istanbul@istanbul.example'],
    ['ΝΙΚΟΣ@example.gr', 'νικος@example.gr'],
    ['bob@example.com.', 'bob@example.com.'],
    ['bob@[IPv6:2001:DB8::1]', 'bob@[ipv6:2001:db8::1]'],
    ['"A@B c"@Bücher.example', '"a@b c"@xn--bcher-kva.example'],
    ['a@b@Bücher.example', 'a@b@xn--bcher-kva.example'],
    ['No Address: Bücher', 'no address: bücher'],
    ['@Bücher.example', '@xn--bcher-kva.example'],
    ['bob@', 'bob@'],
    [' ', ''],
  ])('maps %j to %j', (email, key) => {
    expect(emailKey(email)).toBe(key);
  });

  it.each([
    'bücher.example/x',
    'bücher.example?x',
    'bücher.example#x',
    'bücher.example:25',
    'b%C3%BCcher.ü',
    'ü\\x',
  ])('does not cut or decode the domain %j', (domain) => {
    expect(emailKey(`bob@${domain}`)).toBe(`bob@${domain.toLowerCase()}`);
  });

  it.each(['\u00AD', 'xn--ü', `${'ü'.repeat(80)}\u0000`])(
    'does not change the domain %j, which has no ASCII form',
    (domain) => {
      expect(emailKey(`bob@${domain}`)).toBe(`bob@${domain}`);
    },
  );

  it('maps different addresses to different keys', () => {
    const emails = [
      'mass@example.com',
      'maß@example.com',
      'muller@example.com',
      'müller@example.com',
      'a@b',
      'a@b.',
    ];
    expect(new Set(emails.map(emailKey)).size).toBe(emails.length);
  });

  it('maps every key to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, domain) => {
        const key = emailKey(`${name}@${domain}`);
        expect(emailKey(key)).toBe(key);
      }),
      { numRuns: 2_000 },
    );
  });
});
