/** Returns the nearest-rank quantile. @param part from 0 to 1 */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)];
  if (value === undefined) throw new Error('there are no values');
  return value;
}

/** Returns the middle value, or the lower of the two middle values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
