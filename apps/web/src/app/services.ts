import { DEFAULT_RUNTIME_SETTINGS, type RuntimeSettings } from '@halyard/contract/runtime-settings';
import { parseRuntimeSettings, settingsOfPage } from '../domain/product/runtime-settings.ts';
import type { Analytics } from '../domain/session/analytics.ts';
import { createLateAnalytics } from '../domain/session/late-analytics.ts';
import { createSession, type Session } from '../domain/session/session.ts';
import { verifyIdentity } from '../domain/step-up/verify-identity.ts';
import { type ApiClient, type ApiClientParts, createApiClient } from '../shared/api/api-client.ts';
import { readJsonFile } from '../shared/api/read-json-file.ts';
import { createStore, type Store } from '../shared/lib/store.ts';
import { whenIdle } from '../shared/lib/when-idle.ts';
import { toast } from '../shared/ui/toast.ts';

/** What the screens work with, composed once. */
export interface Services {
  readonly api: ApiClient;
  readonly session: Session;
  readonly runtimeSettings: Store<RuntimeSettings>;
  /** Of the link that resets a password. It is kept in memory only. */
  readonly resetToken: Store<string | undefined>;
}

interface Surroundings {
  readonly fetch?: ApiClientParts['fetch'];
  readonly analytics?: Analytics;
  /** The settings that hold until `/config.json` has come. */
  readonly settings?: RuntimeSettings;
  /** Whether the screen shown now is one of the admin area. */
  readonly inAdminArea: () => boolean;
  /** Goes to /login, flagged as a logout. */
  readonly leave: () => void;
}

export function createServices({
  fetch,
  settings = settingsOfPage(document),
  analytics,
  inAdminArea,
  leave,
}: Surroundings): Services {
  const runtimeSettings = createStore(settings);
  const api = createApiClient({
    ...(fetch && { fetch }),
    notify: ({ title, description }) => toast.error(title, description === undefined ? {} : { description }),
    verifyIdentity,
    onUnauthenticated: () => {
      if (inAdminArea()) {
        void session.load({ reload: true });
      }
    },
  });
  const session: Session = createSession({
    api,
    analytics: analytics ?? createLateAnalytics({ settings: runtimeSettings, whenIdle }),
    leave,
    onLogoutFailure: () => toast.error('Failed to logout'),
  });
  return {
    api,
    session,
    runtimeSettings,
    resetToken: createStore<string | undefined>(undefined),
  };
}

/** Reads what the server's `/config.json` says; without it the defaults stay. */
export async function loadRuntimeSettings(runtimeSettings: Store<RuntimeSettings>): Promise<void> {
  const { productName } = runtimeSettings.get();
  const defaults = { ...DEFAULT_RUNTIME_SETTINGS, productName };
  runtimeSettings.set(parseRuntimeSettings(await readJsonFile('/config.json'), defaults));
}
