import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../shared/api/api-client.ts';
import type { RouterContext } from './root-route.tsx';

/** Reads what a screen will ask for as soon as it is drawn. @param search of its address, as it was typed */
export type ReadAhead = (
  queries: QueryClient,
  api: ApiClient,
  search: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/** For so long a page that begins waits for what it reads ahead, to draw its screen once and whole. */
const WAIT_MS = 100;

interface LoaderParts {
  readonly context: RouterContext;
  readonly location: { readonly search: Readonly<Record<string, unknown>> };
  readonly preload: boolean;
}

/** A loader that has a screen's first answers under way before it is drawn. A press is not kept waiting for them. */
export function readAhead(fetchScreen: () => Promise<{ readonly readAhead: ReadAhead }>) {
  return async ({ context, location, preload }: LoaderParts) => {
    if (preload) {
      return;
    }
    const { session, queries, api, hasShownScreen } = context;
    const read = async () => {
      const [screen] = await Promise.all([fetchScreen(), session.load()]);
      if (session.state.get().status === 'signed-in') {
        await screen.readAhead(queries.get(), api, location.search);
      }
    };
    // Whoever draws the screen meets the same failure, and says it.
    const reading = read().catch(() => undefined);
    if (!hasShownScreen()) {
      await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
    }
  };
}
