const LISTED_MAX = 20;

/** ` (a; b)`, or nothing. Cuts a long list. */
export function listed(items: readonly string[]): string {
  if (items.length === 0) return '';
  const shown = items.length > LISTED_MAX ? [...items.slice(0, LISTED_MAX), '…'] : items;
  return ` (${shown.join('; ')})`;
}

/** `39 of 40 (the wrong one)`: how many cases are right, and those that are not. */
export function countRight<Case>(
  cases: readonly Case[],
  isRight: (each: Case) => boolean,
  nameOf: (each: Case) => string,
): string {
  const wrong = cases.filter((each) => !isRight(each));
  return `${cases.length - wrong.length} of ${cases.length}${listed(wrong.map((each) => nameOf(each)))}`;
}

/** `3 of 4 (disable: 204)`: how many results are the wanted one, and those that are not. */
export function countWanted(
  wanted: string | number,
  results: readonly (readonly [name: string, result: unknown])[],
): string {
  return countRight(
    results,
    ([, result]) => result === wanted,
    ([name, result]) => `${name}: ${result}`,
  );
}

/** How often each value occurs: `1 x 200, 19 x 403 invalid_code`. */
export function countEach(values: readonly unknown[]): string {
  const counts = new Map<string, number>();
  for (const value of values.map(String)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([value, count]) => `${count} x ${value}`)
    .join(', ');
}

/** The value that all have in common, or all of them. */
export function common(values: readonly unknown[]): string {
  const different = [...new Set(values.map(String))];
  return different.length === 1 ? String(different[0]) : values.join(' ');
}
