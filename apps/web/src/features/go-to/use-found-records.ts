import { SEARCH_DEBOUNCE_MS } from '@halyard/contract/constants';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { useDebounced } from '../../shared/list/use-debounced.ts';
import { findRecords } from './find-records.ts';
import { type GoToGroup, narrowGroups } from './go-to-entry.ts';
import { recordGroups } from './record-groups.tsx';

const LETTERS_MIN = 2;
const FRESH_MS = 10_000;

export interface FoundRecordGroups {
  readonly groups: readonly GoToGroup[];
  readonly isSearching: boolean;
  /** What could not be searched. Undefined after a connection failure, which shows its own error. */
  readonly failure: string | undefined;
}

export function useFoundRecords(text: string): FoundRecordGroups {
  const api = useApi();
  const query = text.trim();
  const debounced = useDebounced(query, SEARCH_DEBOUNCE_MS);
  const isLongEnough = query.length >= LETTERS_MIN;
  const result = useQuery({
    queryKey: ['go-to', 'records', debounced],
    queryFn: ({ signal, client }) => findRecords(debounced, { api, client, signal }),
    enabled: isLongEnough && debounced.length >= LETTERS_MIN,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  if (!isLongEnough) {
    return { groups: [], isSearching: false, failure: undefined };
  }
  const isSettled = debounced === query && !result.isPlaceholderData;
  const groups = result.data ? recordGroups(result.data) : [];
  return {
    // Keep previous results only if they also match the new text.
    groups: isSettled ? groups : narrowGroups(groups, query),
    isSearching: debounced !== query || result.isFetching,
    failure: isSettled ? failureSentence(result.error, result.data?.failed ?? []) : undefined,
  };
}

function failureSentence(error: Error | null, failed: readonly string[]): string | undefined {
  if (error) {
    const hasOwnMessage = error instanceof ApiError && (error.httpStatus === 0 || error.httpStatus === 401);
    return hasOwnMessage ? undefined : "Couldn't search users, merchants and wallets.";
  }
  return failed.length > 0 ? `Couldn't search ${new Intl.ListFormat('en-GB').format(failed)}.` : undefined;
}
