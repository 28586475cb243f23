import { DEFAULT_RUNTIME_SETTINGS } from '@halyard/contract/runtime-settings';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { pageTitle } from '../domain/product/use-page-title.ts';
import { createApp } from './create-app.ts';
import { SignInStart } from './sign-in-start.tsx';

export interface PrerenderedScreen {
  readonly title: string;
  readonly html: string;
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
