export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Each and its half are short to write. */
const STEPS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

/** The least round number that is not below the value; 1 for nothing at all. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find((factor) => factor * power >= value) ?? 10;
  return step * power;
}

/** Values spread evenly over a square of 100 by 100, y growing downwards, the ceiling at its top. */
export function spread(values: readonly number[], ceiling: number): readonly Point[] {
  const gap = values.length > 1 ? 100 / (values.length - 1) : 0;
  return values.map((value, index) => ({
    x: values.length > 1 ? index * gap : 50,
    y: 100 - (Math.max(0, value) / ceiling) * 100,
  }));
}

/** The line through points, as SVG path data. */
export function linePath(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

/** The ground between the line through points and the bottom of their square, as SVG path data. */
export function areaPath(points: readonly Point[]): string {
  const [first] = points;
  const last = points.at(-1);
  return first && last ? `${linePath(points)}L${round(last.x)} 100L${round(first.x)} 100Z` : '';
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
