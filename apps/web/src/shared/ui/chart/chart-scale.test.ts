import { describe, expect, it } from 'vitest';
import { areaPath, linePath, niceCeiling, spread } from './chart-scale.ts';

describe('the ceiling of a scale', () => {
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
  ])('over %j is %j', (value, expected) => {
    expect(niceCeiling(value)).toBe(expected);
  });
});

describe('points', () => {
  it('are spread from edge to edge, the ceiling at the top', () => {
    expect(spread([0, 5, 10], 10)).toEqual([
      { x: 0, y: 100 },
      { x: 50, y: 50 },
      { x: 100, y: 0 },
    ]);
  });

  it('stand in the middle when there is only one', () => {
    expect(spread([10], 20)).toEqual([{ x: 50, y: 50 }]);
  });

  it('never fall below the ground', () => {
    expect(spread([-1, 1], 1)).toEqual([
      { x: 0, y: 100 },
      { x: 100, y: 0 },
    ]);
  });
});

describe('path data', () => {
  const points = spread([0, 1, 3], 3);

  it('joins the points', () => {
    expect(linePath(points)).toBe('M0 100L50 66.67L100 0');
  });

  it('closes the area along the ground', () => {
    expect(areaPath(points)).toBe('M0 100L50 66.67L100 0L100 100L0 100Z');
    expect(areaPath([])).toBe('');
  });
});
