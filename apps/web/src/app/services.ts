import { DEFAULT_RUNTIME_SETTINGS, type RuntimeSettings } from '@halyard/contract/runtime-settings';
import { parseRuntimeSettings, settingsOfPage } from '../domain/product/runtime-settings.ts';
import type { Analytics } from '../domain/session/analytics.ts';
import { createLazyAnalytics } from '../domain/session/lazy-analytics.ts';
import { createSession, type Leave, type Session } from '../domain/session/session.ts';
import type { SessionTabs } from '../domain/session/session-tabs.ts';
import { verifyIdentity } from '../domain/step-up/verify-identity.ts';
import { createResetToken, type ResetToken } from '../features/auth/reset-token.ts';
import { type ApiClient, type ApiClientParts, createApiClient } from '../shared/api/api-client.ts';
import { readJsonFile } from '../shared/api/read-json-file.ts';
import type { Connection } from '../shared/lib/connection.ts';
import { createStore, type Store } from '../shared/lib/store.ts';
import { whenIdle } from '../shared/lib/when-idle.ts';
import { toast } from '../shared/ui/overlay/toast.ts';

export interface Services {
  readonly api: ApiClient;
  readonly session: Session;
  readonly runtimeSettings: Store<RuntimeSettings>;
  readonly resetToken: ResetToken;
  readonly connection: Store<Connection>;
  /** Whether the server has a newer version than this page. */
  readonly outdated: Store<boolean>;
}

interface Surroundings {
  readonly fetch?: ApiClientParts['fetch'];
  readonly analytics?: Analytics;
  /** Settings until `/config.json` has loaded. */
  readonly settings?: RuntimeSettings;
  readonly inAdminArea: () => boolean;
  readonly leave: Leave;
  readonly tabs?: SessionTabs | undefined;
}

export function createServices({
  fetch,
  settings = settingsOfPage(document),
  analytics,
  inAdminArea,
  leave,
  tabs,
}: Surroundings): Services {
  const runtimeSettings = createStore(settings);
  const connection = createStore<Connection>('good');
  const api = createApiClient({
    ...(fetch && { fetch }),
    notify: ({ title, description }) => toast.error(title, description === undefined ? {} : { description }),
    verifyIdentity: (tryCode) => verifyIdentity(tryCode, session.state),
    onUnauthenticated: () => {
      if (inAdminArea()) {
        void session.load({ reload: true });
      }
    },
    onNoAnswer: () => {
      if (connection.get() === 'good') {
        connection.set('doubtful');
      }
    },
  });
  const session: Session = createSession({
    api,
    analytics: analytics ?? createLazyAnalytics({ settings: runtimeSettings, whenIdle }),
    leave,
    onLogoutFailure: () => toast.error('Failed to logout'),
    inAdminArea,
    tabs,
  });
  return {
    api,
    session,
    runtimeSettings,
    resetToken: createResetToken(),
    connection,
    outdated: createStore(false),
  };
}

/** Loads `/config.json`, or keeps the defaults. Setting unchanged values would restart a render in progress. */
export async function loadRuntimeSettings(runtimeSettings: Store<RuntimeSettings>): Promise<void> {
  const held = runtimeSettings.get();
  const defaults = { ...DEFAULT_RUNTIME_SETTINGS, productName: held.productName };
  const settings = parseRuntimeSettings(await readJsonFile('/config.json'), defaults);
  if (JSON.stringify(settings) !== JSON.stringify(held)) {
    runtimeSettings.set(settings);
  }
}
