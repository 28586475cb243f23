import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { type AuditChange, auditChanges } from './audit-change.ts';

export interface AuditMetadata {
  readonly reason: unknown;
  /** The metadata's error; undefined if missing or equal to the entry's error message. */
  readonly error: unknown;
  readonly rest: readonly AuditChange[];
}

const HIGHLIGHTED: readonly string[] = ['reason', 'error'];

export function auditMetadata({
  metadata,
  errorMessage,
}: Pick<AuditLogEntry, 'metadata' | 'errorMessage'>): AuditMetadata {
  const others = Object.entries(metadata ?? {}).filter(([key]) => !HIGHLIGHTED.includes(key));
  const error = presentValue(metadata?.['error']);
  return {
    reason: presentValue(metadata?.['reason']),
    error: error === errorMessage ? undefined : error,
    // Unlike assignment, `fromEntries` keeps a key named `__proto__`.
    rest: auditChanges(Object.fromEntries(others)),
  };
}

function presentValue(value: unknown): unknown {
  return value === null || value === '' ? undefined : value;
}
