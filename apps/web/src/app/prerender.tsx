import { DEFAULT_RUNTIME_SETTINGS } from '@halyard/contract/runtime-settings';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { pageTitle } from '../domain/product/use-page-title.ts';
import { ADMIN_MENU } from '../domain/shell/admin-menu.ts';
import type { ReadAhead } from '../routes/read-ahead.ts';
import { type ApiClient, createApiClient } from '../shared/api/api-client.ts';
import { createQueryClient } from '../shared/lib/create-query-client.ts';
import { createApp } from './create-app.ts';
import { SignInStart } from './sign-in-start.tsx';

export interface PrerenderedScreen {
  readonly title: string;
  readonly html: string;
}

type AdminPath = (typeof ADMIN_MENU)[number]['path'];

const SCREENS = import.meta.glob<{ readonly readAhead: ReadAhead }>('../routes/*.tsx');

/** The addresses of what each screen of the menu reads first, at its plain address and of any server. Runs at build. */
export async function firstCalls(): Promise<Record<AdminPath, readonly string[]>> {
  const calls = ADMIN_MENU.map(async ({ path }) => [path, await callsOf(path)]);
  return Object.fromEntries(await Promise.all(calls));
}

async function callsOf(path: AdminPath): Promise<readonly string[]> {
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
  const everywhere: ApiClient = {
    ...api,
    get: (path, options) => (options?.missingWhen ? new Promise(nothing) : api.get(path, options)),
  };
  void screen?.readAhead(createQueryClient(), everywhere, {});
  await new Promise((resolve) => setTimeout(resolve));
  return asked;
}

/** The sign-in screen as HTML, exactly as the browser would draw it first. Runs at build. */
export function prerenderLogin(): PrerenderedScreen {
  const app = createApp({
    history: createMemoryHistory({ initialEntries: ['/login'] }),
    settings: DEFAULT_RUNTIME_SETTINGS,
  });
  return {
    title: pageTitle('Admin Sign In', DEFAULT_RUNTIME_SETTINGS.productName),
    html: renderToString(<SignInStart app={app} />),
  };
}
