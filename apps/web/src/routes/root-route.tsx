import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import type { OwnQueries } from '../domain/session/own-queries.ts';
import type { Session } from '../domain/session/session.ts';
import type { ApiClient } from '../shared/api/api-client.ts';
import type { Connection } from '../shared/lib/connection.ts';
import type { Store } from '../shared/lib/store.ts';

/** What guards and warm-ups of routes work with. */
export interface RouterContext {
  readonly api: ApiClient;
  readonly session: Session;
  /** Of the link that resets a password, from the moment it leaves the address until its page has it. */
  readonly resetToken: Store<string | undefined>;
  readonly connection: Store<Connection>;
  /** Whether a new version has taken the place of the one that this page is of. */
  readonly outdated: Store<boolean>;
  readonly queries: OwnQueries;
  /** The screens that are read just now, by their path. */
  readonly reads: Map<string, Promise<void>>;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  notFoundComponent: lazyRouteComponent(() => import('./public-not-found.tsx'), 'PublicNotFound'),
});
