import type { AuditEntry } from '../../infra/audit/append-audit.ts';

/** Row that was inserted or changed. `xmax` is 0 if it was inserted. */
export interface KeptRow {
  readonly created: boolean;
}

export interface Tally {
  readonly created: number;
  readonly updated: number;
  /** For the audit entry. */
  readonly details?: Readonly<Record<string, number | string>>;
  /** Audit entries of the exceptions that the batch reopened. */
  readonly entries?: readonly AuditEntry[];
}

export function tally(rows: readonly KeptRow[]): Tally {
  const created = rows.filter((row) => row.created).length;
  return { created, updated: rows.length - created };
}
