import { describe, expect, it } from 'vitest';
import { asciiCode, asciiDigits } from './code-text.ts';

describe('asciiDigits', () => {
  it.each([
    '０１２３４５６７８９',
    '٠١٢٣٤٥٦٧٨٩',
    '۰۱۲۳۴۵۶۷۸۹',
    '०१२३४५६७८९',
    '๐๑๒๓๔๕๖๗๘๙',
    '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡',
    '𝟬𝟭𝟮𝟯𝟰𝟱𝟲𝟳𝟴𝟵',
  ])('turns %s into 0123456789', (digits) => {
    expect(asciiDigits(digits)).toBe('0123456789');
  });

  it('gives every digit of Unicode its value', () => {
    const digits = Array.from({ length: 0x1_1000 * 2 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /\p{Nd}/u.test(character));
    expect(digits.length).toBeGreaterThan(600);
    expect(asciiDigits(digits.join(''))).toBe('0123456789'.repeat(digits.length / 10));
  });

  it('keeps everything else', () => {
    expect(asciiDigits('O²½Ⅷ 一 0')).toBe('O²½Ⅷ 一 0');
  });
});

it.each([
  ['１２３ ４５６', '123 456'],
  ['\u200E123\u2011456\uFEFF', '123-456'],
  ['ＡＢＣＤＥ－ＦＧＨＪＫ', 'ABCDE-FGHJK'],
  ['ABCDE–FGH٣K', 'ABCDE-FGH3K'],
])('asciiCode turns %j into %j', (text, code) => {
  expect(asciiCode(text)).toBe(code);
});
