import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import type { Session } from '../domain/session/session.ts';
import type { ApiClient } from '../shared/api/api-client.ts';

/** What guards and warm-ups of routes work with. */
export interface RouterContext {
  readonly api: ApiClient;
  readonly session: Session;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: lazyRouteComponent(() => import('./public-not-found.tsx'), 'PublicNotFound'),
});
