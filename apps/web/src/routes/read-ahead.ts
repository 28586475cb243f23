import type { QueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../shared/api/api-client.ts';
import type { RouterContext } from './root-route.tsx';

type Search = Readonly<Record<string, unknown>>;

/**
 * Reads what a screen will ask for as soon as it is drawn; resolves once there is something to show.
 * @param search of its address, as it was typed
 */
export type ReadAhead = (queries: QueryClient, api: ApiClient, search: Search) => Promise<unknown>;

/** For so long a screen waits for what it reads ahead, to be drawn once and whole. */
const WAIT_MS = 100;

interface ScreenCode {
  readonly readAhead: ReadAhead;
}

/** A screen whose code comes apart. */
export interface LateScreen<Code extends ScreenCode = ScreenCode> {
  readonly fetch: () => Promise<Code>;
  /** Its code, once that has come: browsers answer every import in a later task, known or not. */
  readonly code: () => Code | undefined;
}

export function lateScreen<Code extends ScreenCode>(fetch: () => Promise<Code>): LateScreen<Code> {
  let code: Code | undefined;
  return {
    async fetch() {
      code = await fetch();
      return code;
    },
    code: () => code,
  };
}

interface Place {
  readonly pathname: string;
  readonly search: Search;
}

/**
 * Has a screen's code and first answers under way, asked for at once where the code is there; resolves once there is
 * something to show. Whoever draws the screen meets a failure too, and says it.
 */
export function readScreen(
  screen: LateScreen,
  { session, queries, api, reads }: RouterContext,
  { pathname, search }: Place,
): Promise<void> {
  const read = async () => {
    const isSignedIn = () => session.state.get().status === 'signed-in';
    const known = isSignedIn() ? screen.code() : undefined;
    const [code] = known ? [known] : await Promise.all([screen.fetch(), session.load()]);
    if (isSignedIn()) {
      await code.readAhead(queries.get(), api, search);
    }
  };
  const reading = read()
    .catch(() => undefined)
    .then(() => {
      if (reads.get(pathname) === reading) {
        reads.delete(pathname);
      }
    });
  reads.set(pathname, reading);
  return reading;
}

interface LoaderParts {
  readonly context: RouterContext;
  readonly location: Place;
  readonly preload: boolean;
}

/**
 * Loads a screen whose first answers are under way before it is drawn. One that was there before, or whose code alone
 * was fetched, is drawn at once unless the press that leads to it has it read.
 */
export function readAhead(screen: LateScreen) {
  return {
    loader: {
      staleReloadMode: 'blocking' as const,
      handler: async ({ context, location, preload }: LoaderParts) => {
        if (!preload) {
          const waitIsOver = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS));
          const reading = context.reads.get(location.pathname) ?? readScreen(screen, context, location);
          await Promise.race([reading, waitIsOver]);
        }
      },
    },
    shouldReload: ({ context, location, preload }: LoaderParts) =>
      !preload && context.reads.has(location.pathname),
  };
}
