import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { SEARCH_DEBOUNCE_MS } from '../../shared/list/search-debounce-ms.ts';
import { useDebounced } from '../../shared/list/use-debounced.ts';
import { findRecords } from './find-records.ts';
import { type GoToGroup, narrowGroups } from './go-to-entry.ts';
import { recordGroups } from './record-groups.tsx';

const LETTERS_MIN = 2;
const FRESH_MS = 10_000;

export interface FoundRecordGroups {
  readonly groups: readonly GoToGroup[];
  readonly isSearching: boolean;
  /** A sentence for what the server did not search; undefined also where it does not answer at all. */
  readonly failure: string | undefined;
}

/** The users, merchants and wallets that a text stands for, searched a moment after the last change. */
export function useFoundRecords(text: string): FoundRecordGroups {
  const api = useApi();
  const wanted = text.trim();
  const asked = useDebounced(wanted, SEARCH_DEBOUNCE_MS);
  const isLongEnough = wanted.length >= LETTERS_MIN;
  const result = useQuery({
    queryKey: ['go-to', 'records', asked],
    queryFn: ({ signal, client }) => findRecords(asked, { api, client, signal }),
    enabled: isLongEnough && asked.length >= LETTERS_MIN,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  if (!isLongEnough) {
    return { groups: [], isSearching: false, failure: undefined };
  }
  const isSettled = asked === wanted && !result.isPlaceholderData;
  const groups = result.data ? recordGroups(result.data) : [];
  return {
    // What was found for a text before stays only where it fits the one that is wanted now.
    groups: isSettled ? groups : narrowGroups(groups, wanted),
    isSearching: asked !== wanted || result.isFetching,
    failure: isSettled ? failureSentence(result.error, result.data?.failed ?? []) : undefined,
  };
}

function failureSentence(error: Error | null, failed: readonly string[]): string | undefined {
  if (error) {
    const speaksForItself = error instanceof ApiError && (error.httpStatus === 0 || error.httpStatus === 401);
    return speaksForItself ? undefined : 'Users, merchants and wallets could not be searched.';
  }
  const [first = '', ...rest] = failed;
  const nouns = [first.charAt(0).toUpperCase() + first.slice(1), ...rest];
  return failed.length > 0
    ? `${new Intl.ListFormat('en-GB').format(nouns)} could not be searched.`
    : undefined;
}
