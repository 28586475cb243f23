/** Row that an upsert wrote; unchanged rows are not returned. `xmax` is 0 if the row was inserted. */
export interface KeptRow {
  readonly created: boolean;
}

export interface Tally {
  readonly created: number;
  readonly updated: number;
  /** Further counts for the audit entry of the batch. */
  readonly details?: Readonly<Record<string, number>>;
}

export function tally(rows: readonly KeptRow[]): Tally {
  const created = rows.filter((row) => row.created).length;
  return { created, updated: rows.length - created };
}
