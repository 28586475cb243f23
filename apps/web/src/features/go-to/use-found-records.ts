import { SEARCH_DEBOUNCE_MS } from '@halyard/contract/constants';
import { FIND } from '@halyard/contract/runtime-settings';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { useDebounced } from '../../shared/list/use-debounced.ts';
import { type FoundResults, findAnything } from './find-anything.ts';
import { type FoundRecords, findRecords } from './find-records.ts';
import { type GoToGroup, narrowGroups } from './go-to-entry.ts';
import { recordGroups } from './record-groups.tsx';
import { exactGroups, resultGroups } from './result-groups.tsx';

const LETTERS_MIN = 2;
const FRESH_MS = 10_000;

export interface FoundRecordGroups {
  /** Records that the text is an identifier of. */
  readonly exact: readonly GoToGroup[];
  readonly groups: readonly GoToGroup[];
  readonly isSearching: boolean;
  /** What could not be searched. Undefined after a connection failure, which shows its own error. */
  readonly failure: string | undefined;
}

/** Finds records with one call if the server announces it, or else by searching the lists. */
export function useFoundRecords(text: string): FoundRecordGroups {
  const api = useApi();
  const hasFind = useHasFind();
  const query = text.trim();
  const debounced = useDebounced(query, SEARCH_DEBOUNCE_MS);
  const isLongEnough = query.length >= LETTERS_MIN;
  const result = useQuery<FoundRecords | FoundResults>({
    queryKey: ['go-to', hasFind ? 'find' : 'records', debounced],
    queryFn: ({ signal, client }) =>
      hasFind ? findAnything(debounced, { api, signal }) : findRecords(debounced, { api, client, signal }),
    enabled: isLongEnough && debounced.length >= LETTERS_MIN,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  if (!isLongEnough) {
    return { exact: [], groups: [], isSearching: false, failure: undefined };
  }
  const { data, error } = result;
  const isSettled = debounced === query && !result.isPlaceholderData;
  const groups = data ? groupsOf(data) : [];
  return {
    exact: isSettled && data && 'results' in data ? exactGroups(data) : [],
    // Keep previous results only if they also match the new text.
    groups: isSettled ? groups : narrowGroups(groups, query),
    isSearching: debounced !== query || result.isFetching,
    failure: isSettled
      ? failureSentence(error, {
          failed: data && 'failed' in data ? data.failed : [],
          all: hasFind ? 'records' : 'users, merchants and wallets',
        })
      : undefined,
  };
}

export function useHasFind(): boolean {
  return useRuntimeSettings().screens?.includes(FIND) ?? false;
}

function groupsOf(data: FoundRecords | FoundResults): readonly GoToGroup[] {
  return 'results' in data ? resultGroups(data) : recordGroups(data);
}

function failureSentence(
  error: Error | null,
  { failed, all }: { readonly failed: readonly string[]; readonly all: string },
): string | undefined {
  if (error) {
    const hasOwnMessage = error instanceof ApiError && (error.httpStatus === 0 || error.httpStatus === 401);
    return hasOwnMessage ? undefined : `Couldn't search ${all}.`;
  }
  return failed.length > 0 ? `Couldn't search ${new Intl.ListFormat('en-GB').format(failed)}.` : undefined;
}
