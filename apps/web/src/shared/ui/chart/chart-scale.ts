export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Axis steps that have few digits, also when halved. */
const STEPS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

/** Returns the smallest round number that is at least `value`, or 1 if `value` is 0. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find((factor) => factor * power >= value) ?? 10;
  return step * power;
}

/** Spreads values over a 100 x 100 square. The ceiling is at the top; y grows downwards. */
export function spread(values: readonly number[], ceiling: number): readonly Point[] {
  const gap = values.length > 1 ? 100 / (values.length - 1) : 0;
  return values.map((value, index) => ({
    x: values.length > 1 ? index * gap : 50,
    y: 100 - (Math.max(0, value) / ceiling) * 100,
  }));
}

export function linePath(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

export function areaPath(points: readonly Point[]): string {
  const [first] = points;
  const last = points.at(-1);
  return first && last ? `${linePath(points)}L${round(last.x)} 100L${round(first.x)} 100Z` : '';
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
