import type { QueryClient } from '@tanstack/react-query';
import type { Store } from '../../shared/lib/store.ts';
import { administratorIn, type SessionState } from './session.ts';

/** The query cache of the signed-in administrator. */
export interface OwnQueries {
  readonly get: () => QueryClient;
}

/** Nothing that was read for one administrator is kept once they have left or another is there. */
export function createOwnQueries(state: Store<SessionState>, createClient: () => QueryClient): OwnQueries {
  let held: { readonly owner: string | undefined; readonly client: QueryClient } | undefined;

  function owner(): string | undefined {
    return administratorIn(state.get())?.uuid;
  }

  state.subscribe(() => {
    if (held?.owner !== owner()) {
      held = undefined;
    }
  });

  return {
    get() {
      held ??= { owner: owner(), client: createClient() };
      return held.client;
    },
  };
}
