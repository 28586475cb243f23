import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import type { OwnQueries } from '../domain/session/own-queries.ts';
import type { Session } from '../domain/session/session.ts';
import type { ResetToken } from '../features/auth/reset-token.ts';
import type { ApiClient } from '../shared/api/api-client.ts';
import type { Connection } from '../shared/lib/connection.ts';
import type { Store } from '../shared/lib/store.ts';

export interface RouterContext {
  readonly api: ApiClient;
  readonly session: Session;
  readonly resetToken: ResetToken;
  readonly connection: Store<Connection>;
  readonly outdated: Store<boolean>;
  readonly queries: OwnQueries;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: lazyRouteComponent(() => import('./public-not-found.tsx'), 'PublicNotFound'),
});
