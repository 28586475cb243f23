import { type Query, QueryCache, type QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { toast } from '../ui/overlay/toast.ts';

interface QueryMeta extends Record<string, unknown> {
  /** Toast message for each failure of the query. */
  readonly failureToast?: { readonly title: string; readonly description?: string };
  /** Console message for each failure of the query. */
  readonly failureLog?: string;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}

/** How long prefetched data counts as fresh. */
const PREFETCHED_FRESH_MS = 30_000;

/**
 * Creates the cache of server data. Failed queries are not retried automatically, because every failure shows a toast;
 * a 401 shows none, because it opens the sign-in page. The first component that shows a prefetched result does not
 * fetch it again, nor retry its failure.
 */
export function createQueryClient(showError: typeof toast.error = toast.error): QueryClient {
  const queryCache = new QueryCache({
    onError: (error, query) => {
      const { failureToast, failureLog } = query.meta ?? {};
      if (failureLog !== undefined) {
        // biome-ignore lint/suspicious/noConsole: the specification has these failures only logged
        console.warn(failureLog, error);
      }
      if (failureToast && !(error instanceof ApiError && error.httpStatus === 401)) {
        const { title, ...options } = failureToast;
        showError(title, options);
      }
    },
  });
  const wasShown = watchShown(queryCache);
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: (query) => (wasShown(query) ? 0 : PREFETCHED_FRESH_MS),
        retryOnMount: wasShown,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        // Tracked properties miss those that a component reads only in a later render.
        notifyOnChangeProps: 'all',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Returns a function that says whether any component has rendered the latest result of a query. */
function watchShown(cache: QueryCache): (query: Pick<Query, 'queryHash'>) => boolean {
  const shown = new Set<string>();
  cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'observerAdded') {
      // Deferred, because the new observer is deciding right now whether to fetch.
      setTimeout(() => shown.add(query.queryHash));
    } else if (event.type === 'removed' || (isAnswer(event) && query.getObserversCount() === 0)) {
      shown.delete(query.queryHash);
    }
  });
  return ({ queryHash }) => shown.has(queryHash);
}

function isAnswer(event: QueryCacheNotifyEvent): boolean {
  return (
    event.type === 'updated' &&
    (event.action.type === 'error' || (event.action.type === 'success' && event.action.manual !== true))
  );
}
