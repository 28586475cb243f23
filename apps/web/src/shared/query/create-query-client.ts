import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { toast } from '../ui/overlay/toast.ts';

interface QueryMeta extends Record<string, unknown> {
  readonly failureToast?: { readonly title: string; readonly description?: string };
  /** Title of a toast for a record that does not exist. */
  readonly notFoundToast?: string;
  readonly failureLog?: string;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}

/** Results and failures younger than this, such as prefetched ones, are not requested again. */
const FRESH_MS = 300;

/** Creates the query cache. Failed queries are not retried, because every failure except a 401 shows a toast. */
export function createQueryClient(showError: typeof toast.error = toast.error): QueryClient {
  const queryCache = new QueryCache({
    onError: (error, query) => {
      const { failureToast, notFoundToast, failureLog } = query.meta ?? {};
      if (failureLog !== undefined) {
        // biome-ignore lint/suspicious/noConsole: the specification has these failures only logged
        console.warn(failureLog, error);
      }
      if (failureToast && !(error instanceof ApiError && error.httpStatus === 401)) {
        const { title, ...options } = failureToast;
        showError(title, options);
      }
      if (notFoundToast !== undefined && error instanceof ApiError && error.httpStatus === 404) {
        showError(notFoundToast);
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
        // Tracking misses properties that a component first reads in a later render.
        notifyOnChangeProps: 'all',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
