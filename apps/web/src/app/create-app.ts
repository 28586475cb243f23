import type { RuntimeSettings } from '@halyard/contract/runtime-settings';
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import type { Analytics } from '../domain/session/analytics.ts';
import { isPublicPath } from '../domain/session/public-paths.ts';
import { storeReturnPath } from '../domain/session/return-path.ts';
import type { SessionTabs } from '../domain/session/session-tabs.ts';
import type { ApiClientParts } from '../shared/api/api-client.ts';
import { escapeMalformedPath } from './escape-malformed-path.ts';
import type { Screens } from './screens.tsx';
import { createServices, type Services } from './services.ts';

interface AppParts {
  readonly fetch?: ApiClientParts['fetch'];
  readonly history?: RouterHistory;
  readonly analytics?: Analytics;
  readonly settings?: RuntimeSettings;
  readonly tabs?: SessionTabs;
}

export interface App {
  readonly services: Services;
  readonly history: RouterHistory;
  /** Loads the router and all screens except sign-in, once. */
  readonly fetchScreens: () => Promise<Screens>;
}

/** Creates the services and connects them to the router. */
export function createApp({ history: given, ...parts }: AppParts = {}): App {
  let screens: Screens | undefined;
  const history = given ?? createBrowserHistory();
  escapeMalformedPath(history);
  const services = createServices({
    ...parts,
    inAdminArea: () => screens !== undefined && !isPublicPath(screens.router.state.location.pathname),
    leave: ({ returnPath }) => {
      if (returnPath !== undefined) {
        storeReturnPath(returnPath === 'stored' ? history.location.href : undefined);
      }
      void screens?.router.navigate({ to: '/login', state: { loggedOut: true } });
    },
  });
  return {
    services,
    history,
    async fetchScreens() {
      const { createScreens } = await import('./screens.tsx');
      screens ??= createScreens(services, history);
      return screens;
    },
  };
}
