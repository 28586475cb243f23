import type { BoundValues } from '../../infra/db/bound-values.ts';

/** Builds conditions on the creation. The planner sees the times, because they limit what is read. */
export function timeRange(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  values: BoundValues,
): string[] {
  return [
    ...(from === undefined ? [] : [`created_at >= ${values.bindKnownTime(from)}`]),
    ...(to === undefined ? [] : [`created_at < ${values.bindKnownTime(to)}`]),
  ];
}

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
