import type { RouterHistory } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { createOwnQueries } from '../domain/session/own-queries.ts';
import { readScreenAt } from '../routes/admin-routes.tsx';
import { watchConnection } from '../shared/lib/connection.ts';
import { keepFocus } from '../shared/lib/keep-focus.ts';
import { createQueryClient } from '../shared/query/create-query-client.ts';
import { readAgain } from '../shared/query/read-again.ts';
import { AppRoot } from './app-root.tsx';
import { type AppRouter, createAppRouter } from './router.ts';
import type { Services } from './services.ts';

export interface Screens {
  readonly router: AppRouter;
  readonly root: ReactElement;
  /** Has another screen's first answers under way, as somebody is about to enter it. @param address path and search */
  readonly readAhead: (address: string) => void;
}

export function createScreens(services: Services, history: RouterHistory): Screens {
  const queries = createOwnQueries(services.session.state, () => createQueryClient());
  const context = { ...services, queries, reads: new Map<string, Promise<void>>() };
  const router = createAppRouter(context, history);
  router.subscribe('onBeforeLoad', ({ fromLocation, hrefChanged }) => {
    // Who asks for the place that they are at wants to see it as it is now.
    if (fromLocation && !hrefChanged) {
      void readAgain(queries.get());
    }
  });
  keepFocus();
  watchConnection(services.connection);
  return {
    router,
    root: <AppRoot router={router} services={services} />,
    readAhead(address) {
      if (new URL(address, location.origin).pathname !== router.state.location.pathname) {
        readScreenAt(address, context);
      }
    },
  };
}
