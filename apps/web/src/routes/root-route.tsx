import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import type { OwnQueries } from '../domain/session/own-queries.ts';
import type { Session } from '../domain/session/session.ts';
import type { ApiClient } from '../shared/api/api-client.ts';
import type { Connection } from '../shared/lib/connection.ts';
import type { Store } from '../shared/lib/store.ts';

/** Services that route guards and loaders use. */
export interface RouterContext {
  readonly api: ApiClient;
  readonly session: Session;
  /** The password reset token, after it was removed from the URL and until the page takes it. */
  readonly resetToken: Store<string | undefined>;
  readonly connection: Store<Connection>;
  /** Whether the server has a newer version than this page. */
  readonly outdated: Store<boolean>;
  readonly queries: OwnQueries;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: lazyRouteComponent(() => import('./public-not-found.tsx'), 'PublicNotFound'),
});
