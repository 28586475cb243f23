import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { toast } from '../ui/toast.ts';

interface QueryMeta extends Record<string, unknown> {
  /** What a toast says each time that the query fails. */
  readonly failureToast?: { readonly title: string; readonly description?: string };
  /** What the console says each time that the query fails. */
  readonly failureLog?: string;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}

/**
 * The cache of what the server said. A failed read is repeated by nobody but the person who presses Retry,
 * since each failure speaks up in a toast; a 401 stays silent, because it leads to the sign-in.
 */
export function createQueryClient(showError: typeof toast.error = toast.error): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
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
    }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        // Else what is read of a result only in a part that comes later may never be told that it has changed.
        notifyOnChangeProps: 'all',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
