import type { RouterHistory } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ApiClient } from '../shared/api/api-client.ts';
import { watchConnection } from '../shared/lib/connection.ts';
import { UnheardFailure } from '../shared/lib/create-query-client.ts';
import { keepFocus } from '../shared/lib/keep-focus.ts';
import { createQueriesAhead } from '../shared/lib/queries-ahead.ts';
import { AppRoot } from './app-root.tsx';
import { type AppRouter, createAppRouter } from './router.ts';
import type { Services } from './services.ts';

export interface Screens {
  readonly router: AppRouter;
  readonly root: ReactElement;
}

export function createScreens(services: Services, history: RouterHistory): Screens {
  const { api, session } = services;
  const queries = createQueriesAhead();
  session.state.subscribe(() => {
    if (session.state.get().status === 'unknown') {
      queries.drop();
    }
  });
  const router = createAppRouter({ ...services, apiAhead: aheadOf(api), queries }, history);
  keepFocus();
  watchConnection(services.connection);
  return { router, root: <AppRoot router={router} services={services} /> };
}

function aheadOf(api: ApiClient): ApiClient {
  return {
    ...api,
    get: (path, options) =>
      api.getAhead<never>(path, options).catch((cause: unknown) => {
        throw new UnheardFailure('A read ahead of its screen failed', { cause });
      }),
  };
}
