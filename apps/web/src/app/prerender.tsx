import { DEFAULT_RUNTIME_SETTINGS } from '@halyard/contract/runtime-settings';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { pageTitle } from '../domain/product/use-page-title.ts';
import { createOwnQueries } from '../domain/session/own-queries.ts';
import { ADMIN_MENU, type ScreenPath } from '../domain/shell/admin-menu.ts';
import { SCREEN_HEADINGS } from '../domain/shell/screen-headings.ts';
import type { ReadAhead } from '../routes/read-ahead.ts';
import { createApiClient } from '../shared/api/api-client.ts';
import { createQueryClient } from '../shared/query/create-query-client.ts';
import { createApp } from './create-app.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.ts';
import { ScreenFrame } from './screen-frame.tsx';
import { SignInStart } from './sign-in-start.tsx';

/** A page's title, and HTML to be put into it. */
export interface PrerenderedPage {
  readonly title: string;
  readonly html: string;
}

const SCREENS = import.meta.glob<{ readonly readAhead: ReadAhead }>('../routes/*.tsx');

/**
 * The addresses of what each screen of the menu reads first at its plain address: of our server, the only one that sends
 * pages with frames. Runs at build.
 */
export async function firstCalls(): Promise<Record<ScreenPath, readonly string[]>> {
  const calls = ADMIN_MENU.map(async ({ path }) => [path, await callsOf(path)]);
  return Object.fromEntries(await Promise.all(calls));
}

async function callsOf(path: ScreenPath): Promise<readonly string[]> {
  const screen = await SCREENS[`../routes${path}.tsx`]?.();
  const asked: string[] = [];
  const nothing = () => undefined;
  const api = createApiClient({
    fetch: (input) => {
      asked.push(String(input));
      return new Promise(nothing);
    },
    notify: nothing,
    verifyIdentity: async () => 'cancelled',
    onUnauthenticated: nothing,
  });
  void screen?.readAhead(createQueryClient(), api, {});
  await new Promise((resolve) => setTimeout(resolve));
  return asked;
}

const settings = DEFAULT_RUNTIME_SETTINGS;

/** The sign-in screen as HTML, exactly as the browser would draw it first. Runs at build. */
export function prerenderLogin(): PrerenderedPage {
  const app = createApp({ history: createMemoryHistory({ initialEntries: ['/login'] }), settings });
  return {
    title: pageTitle('Admin Sign In', settings.productName),
    html: renderToString(<SignInStart app={app} />),
  };
}

/** The frame of each screen of the menu as HTML, with the sidebar expanded. Runs at build. */
export function prerenderFrames(): Readonly<Record<ScreenPath, PrerenderedPage>> {
  const frames = ADMIN_MENU.map(({ path }) => [path, prerenderFrame(path)]);
  return Object.fromEntries(frames);
}

function prerenderFrame(path: ScreenPath): PrerenderedPage {
  const { services, history } = createApp({
    history: createMemoryHistory({ initialEntries: [path] }),
    settings,
  });
  const queries = createOwnQueries(services.session.state, () => createQueryClient());
  const router = createAppRouter({ ...services, queries, reads: new Map() }, history);
  return {
    title: pageTitle(SCREEN_HEADINGS[path], settings.productName),
    html: renderToString(
      <Providers services={services}>
        <ScreenFrame path={path} router={router} />
      </Providers>,
    ),
  };
}
