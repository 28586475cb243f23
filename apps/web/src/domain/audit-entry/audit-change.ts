import { isRecord } from '../../shared/api/answer-fields.ts';

export type AuditChange =
  | { readonly kind: 'before-after'; readonly field: string; readonly before: string; readonly after: string }
  | { readonly kind: 'other'; readonly field: string; readonly details: readonly AuditDetail[] };

export interface AuditDetail {
  readonly key: string | undefined;
  readonly value: string;
}

export function auditChanges(changes: Readonly<Record<string, unknown>> | null): readonly AuditChange[] {
  return Object.entries(changes ?? {}).map(([field, change]) => auditChange(field, change));
}

function auditChange(field: string, change: unknown): AuditChange {
  if (!isRecord(change)) {
    return { kind: 'other', field, details: [{ key: undefined, value: auditValue(change) }] };
  }
  if ('before' in change || 'after' in change) {
    return {
      kind: 'before-after',
      field,
      before: auditValue(change['before']),
      after: auditValue(change['after']),
    };
  }
  const details = Object.entries(change).map(([key, value]) => ({ key, value: auditValue(value) }));
  return { kind: 'other', field, details };
}

/** Formats a value: text unchanged, empty values as a dash, anything else as JSON. */
export function auditValue(value: unknown): string {
  if (value === null || value === undefined || value === '') {
    return '—';
  }
  return typeof value === 'string' ? value : json(value);
}

/** Catches a stack overflow: a deeply nested value can be parsed, but may be too deep to stringify. */
function json(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '(nested too deeply to display)';
  }
}
