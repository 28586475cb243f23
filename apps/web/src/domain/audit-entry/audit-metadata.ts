import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { type AuditChange, auditChanges } from './audit-change.ts';

/** An entry's metadata: what is set off, and the rest. */
export interface AuditMetadata {
  /** Undefined if missing. */
  readonly reason: unknown;
  /** Undefined if missing or equal to the entry's error message. */
  readonly error: unknown;
  readonly rest: readonly AuditChange[];
}

const SET_OFF: readonly string[] = ['reason', 'error'];

export function auditMetadata({
  metadata,
  errorMessage,
}: Pick<AuditLogEntry, 'metadata' | 'errorMessage'>): AuditMetadata {
  const others = Object.entries(metadata ?? {}).filter(([key]) => !SET_OFF.includes(key));
  const error = given(metadata?.['error']);
  return {
    reason: given(metadata?.['reason']),
    error: error === errorMessage ? undefined : error,
    // Unlike an assignment this keeps a key named `__proto__` a key.
    rest: auditChanges(Object.fromEntries(others)),
  };
}

function given(value: unknown): unknown {
  return value === null || value === '' ? undefined : value;
}
