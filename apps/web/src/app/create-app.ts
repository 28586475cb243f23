import type { RuntimeSettings } from '@halyard/contract/runtime-settings';
import type { RouterHistory } from '@tanstack/react-router';
import type { Analytics } from '../domain/session/analytics.ts';
import { isPublicPath } from '../domain/session/public-paths.ts';
import type { ApiClientParts } from '../shared/api/api-client.ts';
import { type AppRouter, createAppRouter } from './router.ts';
import { createServices, type Services } from './services.ts';

interface AppParts {
  readonly fetch?: ApiClientParts['fetch'];
  readonly history?: RouterHistory;
  readonly analytics?: Analytics;
  readonly settings?: RuntimeSettings;
}

export interface App {
  readonly router: AppRouter;
  readonly services: Services;
}

/** The composition root: services know the router only through what they ask of it. */
export function createApp({ history, ...parts }: AppParts = {}): App {
  const services = createServices({
    ...parts,
    inAdminArea: () => !isPublicPath(router.state.location.pathname),
    leave: () => router.navigate({ to: '/login', state: { loggedOut: true } }),
  });
  const router: AppRouter = createAppRouter(services, history);
  return { router, services };
}
