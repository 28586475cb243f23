/** A row that an upsert wrote; one that it found equal is not returned. `created` is `xmax = 0`: no row was there to lock. */
export interface KeptRow {
  readonly created: boolean;
}

export interface Tally {
  readonly created: number;
  readonly updated: number;
  /** What else the batch's audit entry counts. */
  readonly details?: Readonly<Record<string, number>>;
}

export function tally(rows: readonly KeptRow[]): Tally {
  const created = rows.filter((row) => row.created).length;
  return { created, updated: rows.length - created };
}
