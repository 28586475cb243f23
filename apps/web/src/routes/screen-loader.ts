import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../shared/api/api-client.ts';
import type { RouterContext } from './root-route.tsx';

type Search = Readonly<Record<string, unknown>>;

/** Prefetches the first data. Resolves when the screen can render. @param search unvalidated query string */
export type Prefetch = (queries: QueryClient, api: ApiClient, search: Search) => Promise<unknown>;

/** Longest time that navigation waits for the first data. */
const WAIT_MS = 100;

interface ScreenCode {
  readonly prefetch: Prefetch;
}

export type FetchScreen<Code extends ScreenCode = ScreenCode> = () => Promise<Code>;

interface Place {
  readonly search: Search;
}

/** Loads a screen's code and first data. Ignores failures, because the screen reports them itself. */
export async function prefetchScreen(
  fetchScreen: FetchScreen,
  { session, queries, api }: Pick<RouterContext, 'session' | 'queries' | 'api'>,
  { search }: Place,
): Promise<void> {
  if (session.state.get().status !== 'signed-in') {
    return;
  }
  try {
    const screen = await fetchScreen();
    await screen.prefetch(queries.get(), api, search);
  } catch {
    // The screen shows the failure.
  }
}

interface LoaderParts {
  readonly context: RouterContext;
  readonly location: Place;
  readonly preload: boolean;
}

/**
 * Route options that fetch a screen's data on entry. Preloading fetches only its code. The first screen of a page load
 * is shown at once and fetches its own data.
 */
export function screenLoader(fetchScreen: FetchScreen) {
  return {
    loader: {
      staleReloadMode: 'blocking' as const,
      handler: async ({ context, location, preload }: LoaderParts) => {
        if (!preload) {
          const timeout = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS));
          await Promise.race([prefetchScreen(fetchScreen, context, location), timeout]);
        }
      },
    },
    shouldReload: ({ cause }: { readonly cause: string }) => cause === 'enter',
  };
}
