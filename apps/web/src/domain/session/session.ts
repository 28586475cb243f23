import type { Administrator, OwnAccount } from '@halyard/contract/auth';
import { fieldsOf } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { createStore, type Store } from '../../shared/lib/store.ts';
import type { Analytics } from './analytics.ts';
import type { SessionMessage, SessionTabs } from './session-tabs.ts';

export type SessionState =
  | { readonly status: 'unknown' | 'loading' | 'failed' }
  | { readonly status: 'signed-in'; readonly administrator: OwnAccount };

export interface Session {
  readonly state: Store<SessionState>;
  /** Fetches the administrator if not yet known. Navigates to /login if there is no session. */
  load(options?: { readonly reload?: boolean }): Promise<void>;
  /** Fetches the administrator without navigating. Returns whether there is a session. */
  find(): Promise<boolean>;
  /** Logs out and navigates to /login, even if the request fails. */
  logout(): Promise<void>;
  /** Subscribes to sign-ins in other tabs. Returns the unsubscribe function. */
  onSignInElsewhere(listener: () => void): () => void;
}

/** Navigates to /login. By default, the stored return path is unchanged. */
export type Leave = (options: { readonly returnPath?: 'stored' | 'removed' }) => void;

interface SessionParts {
  readonly api: Pick<ApiClient, 'get' | 'post'>;
  readonly analytics: Analytics;
  readonly leave: Leave;
  readonly onLogoutFailure: () => void;
  readonly inAdminArea: () => boolean;
  readonly tabs?: SessionTabs | undefined;
}

interface Internals extends SessionParts {
  readonly state: Store<SessionState>;
  readonly signInListeners: Set<() => void>;
  /** The pending request, shared by simultaneous callers. */
  loading: Promise<void> | undefined;
  /** Number of ended sessions. Responses to requests of an earlier session are ignored. */
  endedSessions: number;
  identified: Administrator | undefined;
}

const UNKNOWN: SessionState = { status: 'unknown' };

export function administratorIn(state: SessionState): OwnAccount | undefined {
  return state.status === 'signed-in' ? state.administrator : undefined;
}

export function createSession(parts: SessionParts): Session {
  const session: Internals = {
    ...parts,
    state: createStore(UNKNOWN),
    signInListeners: new Set(),
    loading: undefined,
    endedSessions: 0,
    identified: undefined,
  };
  parts.tabs?.follow((message) => handleMessage(session, message));
  return {
    state: session.state,
    load: (options) => load(session, options),
    find: () => find(session),
    logout: () => logout(session),
    onSignInElsewhere(listener) {
      session.signInListeners.add(listener);
      return () => session.signInListeners.delete(listener);
    },
  };
}

function load(session: Internals, { reload = false } = {}): Promise<void> {
  const administrator = administratorIn(session.state.get());
  if (administrator && !reload) {
    identify(session, administrator);
    return Promise.resolve();
  }
  if (!session.loading) {
    const loading = fetchOrLeave(session).finally(() => {
      session.loading = session.loading === loading ? undefined : session.loading;
    });
    session.loading = loading;
  }
  return session.loading;
}

async function fetchOrLeave(session: Internals): Promise<void> {
  const { api, state, tabs, endedSessions } = session;
  const previous = administratorIn(state.get());
  if (!previous) {
    state.set({ status: 'loading' });
  }
  try {
    const administrator = await fetchAdministrator(api);
    if (session.endedSessions !== endedSessions) {
      return;
    }
    if (administrator) {
      identify(session, administrator);
      state.set({ status: 'signed-in', administrator });
      if (previous?.uuid !== administrator.uuid) {
        tabs?.post({ kind: 'signed-in', uuid: administrator.uuid });
      }
    } else {
      resetAnalytics(session);
      end(session, previous ? { returnPath: 'stored' } : {});
      if (previous) {
        tabs?.post({ kind: 'ended' });
      }
    }
  } catch {
    // The API client has shown the error. A known administrator stays signed in.
    if (state.get().status !== 'signed-in' && session.endedSessions === endedSessions) {
      state.set({ status: 'failed' });
    }
  }
}

async function find({ api, state }: Internals): Promise<boolean> {
  try {
    const administrator = await fetchAdministrator(api);
    state.set(administrator ? { status: 'signed-in', administrator } : UNKNOWN);
    return administrator !== undefined;
  } catch {
    return false;
  }
}

async function logout(session: Internals): Promise<void> {
  resetAnalytics(session);
  try {
    await session.api.post('/auth/logout');
  } catch {
    session.onLogoutFailure();
  }
  end(session, { returnPath: 'removed' });
  session.tabs?.post({ kind: 'logged-out' });
}

function handleMessage(session: Internals, message: SessionMessage) {
  const { state, inAdminArea, signInListeners } = session;
  if (message.kind === 'signed-in') {
    for (const listener of signInListeners) {
      listener();
    }
  }
  const administrator = administratorIn(state.get());
  if (!administrator) {
    return;
  }
  if (!inAdminArea()) {
    state.set(UNKNOWN);
  } else if (message.kind === 'logged-out') {
    resetAnalytics(session);
    end(session, { returnPath: 'stored' });
  } else if (message.kind === 'ended') {
    void load(session, { reload: true });
  } else if (message.uuid !== administrator.uuid) {
    // Hide the previous administrator's data during the fetch.
    state.set(UNKNOWN);
    void load(session);
  }
}

function end(session: Internals, options: Parameters<Leave>[0]) {
  session.endedSessions += 1;
  session.loading = undefined;
  session.state.set(UNKNOWN);
  session.leave(options);
}

/** Sends the administrator to analytics once. Called only in the admin area. */
function identify(session: Internals, administrator: Administrator) {
  const { identified, analytics } = session;
  if (identified?.uuid !== administrator.uuid || identified.email !== administrator.email) {
    session.identified = administrator;
    analytics.identify(administrator);
  }
}

function resetAnalytics(session: Internals) {
  session.identified = undefined;
  session.analytics.reset();
}

async function fetchAdministrator(api: SessionParts['api']): Promise<OwnAccount | undefined> {
  try {
    return await api.get('/auth/me', { accepts: isAdministrator });
  } catch (error) {
    if (error instanceof ApiError && error.httpStatus === 401) {
      return undefined;
    }
    throw error;
  }
}

function isAdministrator(body: unknown): boolean {
  return typeof fieldsOf<Administrator>(body).email === 'string';
}
