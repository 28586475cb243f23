import { DEFAULT_RUNTIME_SETTINGS } from '@halyard/contract/runtime-settings';
import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { pageTitle } from '../domain/product/use-page-title.ts';
import { createApp } from './create-app.ts';
import publicStyles from './public.css?inline';
import { SignInStart } from './sign-in-start.tsx';

export { publicStyles };

interface PrerenderedPage {
  readonly title: string;
  readonly html: string;
}

const settings = DEFAULT_RUNTIME_SETTINGS;

/** Renders the sign-in screen to HTML during the build. */
export function prerenderLogin(): PrerenderedPage {
  const app = createApp({ history: createMemoryHistory({ initialEntries: ['/login'] }), settings });
  return {
    title: pageTitle('Admin Sign In', settings.productName),
    html: renderToString(<SignInStart app={app} />),
  };
}
