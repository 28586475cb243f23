import '../admin.css';
import type { RouterHistory } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { createOwnQueries } from '../domain/session/own-queries.ts';
import { watchConnection } from '../shared/lib/connection.ts';
import { keepFocus } from '../shared/lib/keep-focus.ts';
import { createQueryClient } from '../shared/query/create-query-client.ts';
import { refetchVisible } from '../shared/query/refetch-visible.ts';
import { AppRoot } from './app-root.tsx';
import { type AppRouter, createAppRouter } from './router.ts';
import type { Services } from './services.ts';

export interface Screens {
  readonly router: AppRouter;
  readonly root: ReactElement;
}

export function createScreens(services: Services, history: RouterHistory): Screens {
  const queries = createOwnQueries(services.session.state, () => createQueryClient());
  const context = { ...services, queries };
  const router = createAppRouter(context, history);
  router.subscribe('onBeforeLoad', ({ fromLocation, hrefChanged }) => {
    // Navigating to the current address refetches its data.
    if (fromLocation && !hrefChanged) {
      void refetchVisible(queries.get());
    }
  });
  keepFocus();
  watchConnection(services.connection);
  return {
    router,
    root: <AppRoot router={router} services={services} />,
  };
}
