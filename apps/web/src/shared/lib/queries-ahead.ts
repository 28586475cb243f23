import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { createQueryClient } from './create-query-client.ts';

/** What is read of the server while it is still asked who is signed in. */
export interface QueriesAhead {
  /**
   * Reads into the cache that is taken next, so that a screen has its rows when it is first drawn. What fails is
   * forgotten: the screen asks by itself then, and says what it is told.
   *
   * @param query of an API whose failures are {@link UnheardFailure}s
   */
  read<Answer, Key extends QueryKey>(query: FetchQueryOptions<Answer, Error, Answer, Key>): void;
  /** The cache of one administrator, with what was read ahead; the same one until it is dropped. */
  take(administrator: string | undefined): QueryClient;
  /** Forgets all that was read. */
  drop(): void;
}

/** For so long a screen is content with what was read ahead. */
const FRESH_MS = 5_000;

export function createQueriesAhead(create: () => QueryClient = createQueryClient): QueriesAhead {
  let waiting: QueryClient | undefined;
  let taken: { readonly administrator: string | undefined; readonly client: QueryClient } | undefined;
  return {
    read(query) {
      const { queryKey } = query;
      waiting ??= create();
      const client = waiting;
      if (client.getQueryState(queryKey) === undefined) {
        client.setQueryDefaults(queryKey, { staleTime: FRESH_MS });
        client.fetchQuery(query).catch(() => client.resetQueries({ queryKey, exact: true }));
      }
    },
    take(administrator) {
      if (!taken || taken.administrator !== administrator) {
        taken = { administrator, client: waiting ?? create() };
        waiting = undefined;
      }
      return taken.client;
    },
    drop() {
      waiting = undefined;
      taken = undefined;
    },
  };
}
