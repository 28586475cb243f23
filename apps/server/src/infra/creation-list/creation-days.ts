/** First and last day of creation in UTC (`2026-03-01`), both inclusive. */
export interface CreationDays {
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
}

/** SQL conditions of the same days. */
export interface CreationDaysCondition {
  /** On a record's `created_at`. */
  readonly record: string;
  /** On the `day` of a count. */
  readonly day: string;
  readonly values: readonly string[];
}

/** Builds conditions with parameters from number `first`. Returns undefined without a day. */
export function creationDaysCondition(
  { createdFrom, createdTo }: CreationDays,
  first: number,
): CreationDaysCondition | undefined {
  if ((createdFrom ?? createdTo) === undefined) return undefined;
  const from = `$${first}::date`;
  const to = `$${first + 1}::date`;
  return {
    record: `created_at >= ${from}::timestamp AT TIME ZONE 'UTC' AND created_at < (${to} + 1)::timestamp AT TIME ZONE 'UTC'`,
    day: `day BETWEEN ${from} AND ${to}`,
    values: [createdFrom ?? '-infinity', createdTo ?? 'infinity'],
  };
}
