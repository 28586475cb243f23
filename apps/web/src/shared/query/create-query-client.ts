import { QueryCache, QueryClient } from '@tanstack/react-query';
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

/** A result or failure younger than this is shown without another request, such as a prefetched one. */
const FRESH_MS = 300;

/**
 * Creates the cache of server data. Failed queries are not retried automatically, because every failure shows a toast;
 * a 401 shows none, because it opens the sign-in page.
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
  return new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: FRESH_MS,
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > FRESH_MS,
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
