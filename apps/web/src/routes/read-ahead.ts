import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../shared/api/api-client.ts';
import { afterNextFrame } from '../shared/lib/after-next-frame.ts';
import type { RouterContext } from './root-route.tsx';

/**
 * Reads what a screen will ask for as soon as it is drawn; resolves once there is something to show.
 * @param search of its address, as it was typed
 */
export type ReadAhead = (
  queries: QueryClient,
  api: ApiClient,
  search: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/** For so long a screen waits for what it reads ahead, to be drawn once and whole. */
const WAIT_MS = 100;

interface LoaderParts {
  readonly context: RouterContext;
  readonly location: { readonly search: Readonly<Record<string, unknown>> };
  readonly preload: boolean;
}

/**
 * A loader that has a screen's first answers under way before it is drawn, which is not before the frame in which the
 * press that leads to it is seen to be taken.
 */
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
    await Promise.all([
      hasShownScreen() ? new Promise<void>(afterNextFrame) : undefined,
      Promise.race([reading, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]),
    ]);
  };
}
