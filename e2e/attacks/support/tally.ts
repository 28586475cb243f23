const NAMED_MAX = 20;

/** `401 for 3 of 3 calls`, followed by the cases with another result. */
export function tally(
  wanted: string | number,
  cases: string,
  results: readonly (readonly [name: string, result: unknown])[],
): string {
  const others = results.filter(([, result]) => result !== wanted);
  const held = `${wanted} for ${results.length - others.length} of ${results.length} ${cases}`;
  if (others.length === 0) return held;
  const named = others.slice(0, NAMED_MAX).map(([name, result]) => `${name}: ${result}`);
  return `${held} (${named.join('; ')}${others.length > NAMED_MAX ? '; …' : ''})`;
}

/** How often each value occurs, such as `401 x 10, 429 x 90`. */
export function counts(values: readonly unknown[]): string {
  const found = new Map<string, number>();
  for (const value of values) found.set(String(value), (found.get(String(value)) ?? 0) + 1);
  return [...found]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([value, count]) => `${value} x ${count}`)
    .join(', ');
}

/** The value that all have in common, or all of them. */
export function common(values: readonly unknown[]): string {
  const different = [...new Set(values.map(String))];
  return different.length === 1 ? String(different[0]) : values.join(' ');
}
