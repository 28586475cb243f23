import {
  type Query,
  QueryCache,
  type QueryCacheNotifyEvent,
  QueryClient,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { onceDrawn } from '../lib/once-drawn.ts';
import { toast } from '../ui/overlay/toast.ts';

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

/** For so long what was read ahead is as good as read just now. */
const READ_AHEAD_MS = 30_000;

/**
 * The cache of what the server said. A failed read is repeated by nobody but the person who presses Retry,
 * since each failure speaks up in a toast; a 401 stays silent, because it leads to the sign-in. What was read ahead is
 * not read again, nor a failure repeated, by the part that shows it first.
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
        staleTime: (query) => (wasShown(query) ? 0 : READ_AHEAD_MS),
        retryOnMount: wasShown,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        // Else what is read of a result only in a part that comes later may never be told that it has changed.
        notifyOnChangeProps: 'all',
        // Keeps nothing: it is what the library has around every read.
        persister: drawFirst,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Where there is something to show already, a read waits until that is drawn. */
async function drawFirst<Answer>(
  read: (context: QueryFunctionContext) => Answer | Promise<Answer>,
  context: QueryFunctionContext,
  { state }: Pick<Query, 'state'>,
): Promise<Answer> {
  if (state.data !== undefined) {
    await new Promise<void>(onceDrawn);
  }
  return read(context);
}

/** Tells of each query whether some part has shown what was read last. */
function watchShown(cache: QueryCache): (query: Pick<Query, 'queryHash'>) => boolean {
  const shown = new Set<string>();
  cache.subscribe((event) => {
    const { query } = event;
    if (event.type === 'observerAdded') {
      // The part that comes decides just now whether to read.
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
