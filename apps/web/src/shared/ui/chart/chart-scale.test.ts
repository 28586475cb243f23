import { describe, expect, it } from 'vitest';
import { areaPath, linePath, niceCeiling, spread } from './chart-scale.ts';

describe('niceCeiling', () => {
  it.each([
    [0, 1],
    [-5, 1],
    [Number.NaN, 1],
    [0.35, 0.4],
    [1, 1],
    [1.1, 1.2],
    [2.2, 2.4],
    [21_400, 24_000],
    [7, 8],
    [9, 10],
    [1_234, 1_600],
    [98_000, 100_000],
  ])('rounds %j up to %j', (value, expected) => {
    expect(niceCeiling(value)).toBe(expected);
  });
});

describe('spread', () => {
  it('spreads points from edge to edge, with the ceiling at the top', () => {
    expect(spread([0, 5, 10], 10)).toEqual([
      { x: 0, y: 100 },
      { x: 50, y: 50 },
      { x: 100, y: 0 },
    ]);
  });

  it('puts a single point in the middle', () => {
    expect(spread([10], 20)).toEqual([{ x: 50, y: 50 }]);
  });

  it('keeps negative values at the bottom edge', () => {
    expect(spread([-1, 1], 1)).toEqual([
      { x: 0, y: 100 },
      { x: 100, y: 0 },
    ]);
  });
});

describe('path data', () => {
  const points = spread([0, 1, 3], 3);

  it('linePath joins the points', () => {
    expect(linePath(points)).toBe('M0 100L50 66.67L100 0');
  });

  it('areaPath closes the area along the bottom', () => {
    expect(areaPath(points)).toBe('M0 100L50 66.67L100 0L100 100L0 100Z');
    expect(areaPath([])).toBe('');
  });
});
