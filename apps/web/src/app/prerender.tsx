import { DEFAULT_RUNTIME_SETTINGS } from '@halyard/contract/runtime-settings';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { pageTitle } from '../domain/product/use-page-title.ts';
import { AppRoot } from './app-root.tsx';
import { createApp } from './create-app.ts';

export interface PrerenderedScreen {
  readonly title: string;
  readonly html: string;
}

/** The sign-in screen as HTML, exactly as the browser would draw it first. Runs at build. */
export async function prerenderLogin(): Promise<PrerenderedScreen> {
  const app = createApp({
    history: createMemoryHistory({ initialEntries: ['/login'] }),
    settings: DEFAULT_RUNTIME_SETTINGS,
  });
  await app.router.load();
  return {
    title: pageTitle('Admin Sign In', DEFAULT_RUNTIME_SETTINGS.productName),
    html: renderToString(<AppRoot {...app} />),
  };
}
