import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCompact, formatCount, formatShare } from './format-number.ts';

describe('number formatters', () => {
  it('groups digits by thousands', () => {
    expect(formatCount(0)).toBe('0');
    expect(formatCount(1_234_567)).toBe('1,234,567');
  });

  it('matches Intl for grouping and compact notation', () => {
    const platform = (options?: Intl.NumberFormatOptions) => new Intl.NumberFormat('en-US', options);
    const [grouped, compact] = [platform(), platform({ notation: 'compact', maximumFractionDigits: 1 })];
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.nat({ max: 52 }), (value, magnitude) => {
        const count = Math.trunc(value / 2 ** magnitude) + 0;
        expect(formatCount(count)).toBe(grouped.format(count));
        expect(formatCompact(count)).toBe(compact.format(count));
      }),
      { numRuns: 2_000 },
    );
  });

  it('shortens large numbers with a unit', () => {
    expect(formatCompact(22 / 7)).toBe('3.1');
    expect(formatCompact(999)).toBe('999');
    expect(formatCompact(12_345)).toBe('12.3K');
    expect(formatCompact(4_500_000)).toBe('4.5M');
    expect(formatCompact(999_950)).toBe('1M');
    expect(formatCompact(88_350)).toBe('88.4K');
    expect(formatCompact(-88_250)).toBe('-88.3K');
    expect(formatCompact(0.04)).toBe('0');
  });

  it.each([
    [0, 0, '0%'],
    [0, 10, '0%'],
    [1, 3, '33.3%'],
    [6, 100, '6.0%'],
    [10, 10, '100%'],
    [1, 100_000, '<0.1%'],
    [99_999, 100_000, '>99.9%'],
  ])('formats %j of %j as the share %j', (part, whole, expected) => {
    expect(formatShare(part, whole)).toBe(expected);
  });
});
