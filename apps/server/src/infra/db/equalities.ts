import type { BoundValues } from './bound-values.ts';

/** Builds a condition for each column that has a value. */
export function equalities(
  columns: Readonly<Record<string, string | boolean | undefined>>,
  values: BoundValues,
): string[] {
  return Object.entries(columns).flatMap(([column, value]) =>
    value === undefined
      ? []
      : [`${column} = ${values.bind(value, typeof value === 'boolean' ? 'boolean' : 'text')}`],
  );
}
