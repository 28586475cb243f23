import { describe, expect, it } from 'vitest';
import { completeCode, isFinished } from './code-kind.ts';

describe('completeCode with an authenticator code', () => {
  // @spec 5.22, 9.15
  it.each([
    ['123456', '123456'],
    [' 123456 ', '123456'],
    ['１２３４５６', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳456', '123456'],
    ['12345', undefined],
    ['1234567', undefined],
    ['12345a', undefined],
    ['', undefined],
  ])('parses %j as %j', (text, expected) => {
    expect(completeCode('authenticator', text)).toBe(expected);
  });
});

describe('completeCode and isFinished with a backup code', () => {
  // @spec 5.23, 9.16
  it.each([
    ['7Q2MX4KT9A', '7Q2MX4KT9A', true],
    [' 7q2mx4kt9a ', '7q2mx4kt9a', true],
    ['7Q2MX-4KT9A', '7Q2MX4KT9A', true],
    ['7Q2MX 4KT9A', '7Q2MX4KT9A', true],
    ['７Ｑ２ＭＸ–４ＫＴ９Ａ', '7Q2MX4KT9A', true],
    ['\u200E7Q2MX4KT9A\u200B', '7Q2MX4KT9A', true],
    ['7Q2MX4KT9Ж', undefined, false],
    ['7Q2MX-4KT9', '7Q2MX-4KT9', false],
    ['7Q2MX4KT9', undefined, false],
    ['7Q2MX4KT9AB', undefined, false],
  ])('parses %j as %j, finished: %j', (text, code, finished) => {
    expect(completeCode('backup', text)).toBe(code);
    expect(isFinished('backup', text)).toBe(finished);
  });
});
