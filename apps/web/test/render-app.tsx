import { createMemoryHistory } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createApp } from '../src/app/create-app.ts';
import type { Analytics } from '../src/domain/session/analytics.ts';
import { type Answers, startScriptedApi } from './scripted-api.ts';

interface RenderAppOptions {
  readonly path: string;
  readonly state?: object;
  readonly answers: Answers;
  readonly analytics?: Analytics;
}

/** Renders the whole app at a URL. By default, no administrator is signed in. */
export async function renderApp({ path, state, answers, analytics }: RenderAppOptions) {
  const server = await startScriptedApi({
    'GET /auth/csrf-cookie': { headers: { 'x-csrf-token': 'token' } },
    'GET /auth/me': { status: 401, body: { status: 'unauthenticated', message: 'Please sign in' } },
    // Never responds, because a failure could show a toast after the test.
    'GET /analytics/overview': { after: new Promise(() => undefined) },
    ...answers,
  });
  window.happyDOM.setURL(server.origin);
  const history = createMemoryHistory({ initialEntries: [path] });
  if (state) {
    history.replace(path, state);
  }
  const { services, fetchScreens } = createApp({ history, ...(analytics && { analytics }) });
  const { router, root } = await fetchScreens();
  const user = userEvent.setup();
  const view = render(root);
  return { ...server, services, router, ...view, user, place: () => router.state.location.pathname };
}

declare global {
  interface Window {
    readonly happyDOM: { setURL(url: string): void };
  }
}
