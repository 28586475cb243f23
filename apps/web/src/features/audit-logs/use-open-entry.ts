import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { AUDIT_ENTRY } from '@halyard/contract/runtime-settings';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { type AuditLogList, auditEntryQuery } from './audit-logs-queries.ts';

interface OpenEntry {
  readonly entry: AuditLogEntry | undefined;
  /** Whether the entry was read by its id, because the list lacks it. */
  readonly isLinked: boolean;
  /** Whether the entry left the list, or does not exist. A failed request leaves it open. */
  readonly isGone: boolean;
}

/** Finds the open entry in the list. An entry that the list never had, as a link can open, is read by its id. */
export function useOpenEntry(id: string | undefined, logs: UseQueryResult<AuditLogList>): OpenEntry {
  const [seen, setSeen] = useState<string>();
  const { screens } = useRuntimeSettings();
  const listed = logs.data?.rows.find((row) => row.id === id);
  if (seen !== undefined ? seen !== id : listed !== undefined) {
    // From here on, the entry closes when it leaves the list.
    setSeen(listed?.id);
  }
  const isSettled = logs.isSuccess && !logs.isPlaceholderData;
  const isMissing = id !== undefined && listed === undefined && isSettled;
  const isLink = isMissing && id !== seen && (screens?.includes(AUDIT_ENTRY) ?? true);
  const read = useQuery({
    ...auditEntryQuery(useApi(), id ?? ''),
    enabled: isLink && screens !== undefined,
  });
  const entry = listed ?? (isLink ? read.data : undefined);
  const isLinked = entry !== undefined && listed === undefined;
  return {
    entry,
    isLinked,
    isGone: isMissing && entry === undefined && (!isLink || doesNotExist(read.error)),
  };
}

function doesNotExist(error: unknown): boolean {
  return error instanceof ApiError && error.httpStatus === 404;
}
