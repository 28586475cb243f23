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
