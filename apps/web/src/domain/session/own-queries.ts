import type { QueryClient } from '@tanstack/react-query';
import type { Store } from '../../shared/lib/store.ts';
import { administratorIn, type SessionState } from './session.ts';

export interface OwnQueries {
  readonly get: () => QueryClient;
}

/** Returns a query cache that is replaced after a logout or a change of administrator. */
export function createOwnQueries(state: Store<SessionState>, createClient: () => QueryClient): OwnQueries {
  let cache: { readonly owner: string | undefined; readonly client: QueryClient } | undefined;
  const currentOwner = () => administratorIn(state.get())?.uuid;

  state.subscribe(() => {
    if (cache?.owner !== currentOwner()) {
      cache = undefined;
    }
  });

  return {
    get() {
      cache ??= { owner: currentOwner(), client: createClient() };
      return cache.client;
    },
  };
}
