/**
 * Returns the two-sided p-value of the Mann-Whitney U test, corrected for ties. Needs samples of at least 20.
 * (Hollander, Wolfe, Chicken: Nonparametric Statistical Methods, 4.1)
 */
export function rankTestProbability(one: readonly number[], other: readonly number[]): number {
  const pooled = [...one, ...other].toSorted((a, b) => a - b);
  const rankOf = new Map<number, number>();
  let ties = 0;
  for (let start = 0, end = 0; start < pooled.length; start = end) {
    const value = pooled[start] ?? Number.NaN;
    while (pooled[end] === value) end++;
    const equal = end - start;
    rankOf.set(value, (start + 1 + end) / 2);
    ties += equal ** 3 - equal;
  }
  const count = pooled.length;
  const rankSum = one.reduce((sum, value) => sum + (rankOf.get(value) ?? Number.NaN), 0);
  const distance = Math.abs(rankSum - (one.length * (count + 1)) / 2);
  const variance = ((one.length * other.length) / 12) * (count + 1 - ties / (count * (count - 1)));
  return 2 * upperTail(Math.max(0, distance - 0.5) / Math.sqrt(variance));
}

/** Returns the upper tail of the standard normal distribution for z >= 0 (Abramowitz and Stegun, 26.2.17). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const polynomial = series.reduceRight((sum, coefficient) => t * (coefficient + sum), 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
