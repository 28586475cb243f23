import type { Administrator } from '@halyard/contract/auth';
import { fieldsOf } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { createStore, type Store } from '../../shared/lib/store.ts';
import type { Analytics } from './analytics.ts';
import { NO_OTHER_TABS, type SessionNews, type SessionTabs } from './session-tabs.ts';

/** What is known of who is signed in. */
export type SessionState =
  | { readonly status: 'unknown' | 'loading' | 'failed' }
  | { readonly status: 'signed-in'; readonly administrator: Administrator };

export interface Session {
  readonly state: Store<SessionState>;
  /** Fetches the current administrator unless known. Where there is none, the screen changes to /login. */
  load(options?: { readonly reload?: boolean }): Promise<void>;
  /** Looks for a session that the browser already holds; true when there is one. */
  find(): Promise<boolean>;
  /** Logs out and goes to /login, whether the call succeeds or not. */
  logout(): Promise<void>;
  /** Tells when somebody has signed in in another tab; returns what ends that. */
  onSignInElsewhere(listener: () => void): () => void;
}

/** Goes to /login, flagged as a logout. The place that the next sign-in comes back to stays as it is unless told. */
export type Leave = (options: { readonly returnPlace?: 'kept' | 'forgotten' }) => void;

interface SessionParts {
  readonly api: Pick<ApiClient, 'get' | 'post'>;
  readonly analytics: Analytics;
  readonly leave: Leave;
  readonly onLogoutFailure: () => void;
  /** Whether the screen shown now is one of the admin area. */
  readonly inAdminArea: () => boolean;
  readonly tabs?: SessionTabs | undefined;
}

/** Who is signed in, where that is known. */
export function administratorIn(state: SessionState): Administrator | undefined {
  return state.status === 'signed-in' ? state.administrator : undefined;
}

const UNKNOWN: SessionState = { status: 'unknown' };

export function createSession(parts: SessionParts): Session {
  const { api, analytics, leave, onLogoutFailure, inAdminArea, tabs = NO_OTHER_TABS } = parts;
  const signInsElsewhere = new Set<() => void>();
  const state = createStore<SessionState>(UNKNOWN);
  let loading: Promise<void> | undefined;
  /** How many sessions have ended: an answer that was asked for before says nothing of the next. */
  let ended = 0;
  let identified: Administrator | undefined;

  async function fetchAdministrator(): Promise<Administrator | undefined> {
    try {
      return await api.get('/auth/me', { accepts: isAdministrator });
    } catch (error) {
      if (error instanceof ApiError && error.httpStatus === 401) {
        return undefined;
      }
      throw error;
    }
  }

  function adopt(administrator: Administrator) {
    state.set({ status: 'signed-in', administrator });
  }

  /** Identifies the administrator to analytics, only in the admin area. */
  function identify(administrator: Administrator) {
    if (identified?.uuid !== administrator.uuid || identified.email !== administrator.email) {
      identified = administrator;
      analytics.identify(administrator);
    }
  }

  function forgetIdentity() {
    identified = undefined;
    analytics.reset();
  }

  function end(options: Parameters<Leave>[0] = {}) {
    ended += 1;
    loading = undefined;
    state.set(UNKNOWN);
    leave(options);
  }

  function signedIn(): Administrator | undefined {
    return administratorIn(state.get());
  }

  async function fetchOrLeave(): Promise<void> {
    const before = signedIn();
    const endedBefore = ended;
    if (!before) {
      state.set({ status: 'loading' });
    }
    try {
      const administrator = await fetchAdministrator();
      if (ended !== endedBefore) {
        return;
      }
      if (administrator) {
        identify(administrator);
        adopt(administrator);
        if (before?.uuid !== administrator.uuid) {
          tabs.tell({ kind: 'signed-in', uuid: administrator.uuid });
        }
      } else {
        forgetIdentity();
        end(before ? { returnPlace: 'kept' } : {});
        if (before) {
          tabs.tell({ kind: 'ended' });
        }
      }
    } catch {
      // The API client has said why. Somebody who is known stays known.
      if (state.get().status !== 'signed-in' && ended === endedBefore) {
        state.set({ status: 'failed' });
      }
    }
  }

  function load({ reload = false } = {}): Promise<void> {
    const known = signedIn();
    if (known && !reload) {
      identify(known);
      return Promise.resolve();
    }
    if (!loading) {
      const asked = fetchOrLeave().finally(() => {
        loading = loading === asked ? undefined : loading;
      });
      loading = asked;
    }
    return loading;
  }

  function hear(news: SessionNews) {
    if (news.kind === 'signed-in') {
      for (const listener of signInsElsewhere) {
        listener();
      }
    }
    const known = signedIn();
    if (!known) {
      return;
    }
    if (!inAdminArea()) {
      state.set(UNKNOWN);
    } else if (news.kind === 'logged-out') {
      forgetIdentity();
      end({ returnPlace: 'kept' });
    } else if (news.kind === 'ended') {
      void load({ reload: true });
    } else if (news.uuid !== known.uuid) {
      // Nothing of the one before is shown while the other is asked for.
      state.set(UNKNOWN);
      void load();
    }
  }

  tabs.follow(hear);

  return {
    state,
    load,

    async find() {
      try {
        const administrator = await fetchAdministrator();
        if (administrator) {
          adopt(administrator);
        } else {
          state.set(UNKNOWN);
        }
        return administrator !== undefined;
      } catch {
        return false;
      }
    },

    async logout() {
      forgetIdentity();
      try {
        await api.post('/auth/logout', { ownMessageFor: REFUSALS });
      } catch {
        onLogoutFailure();
      }
      end({ returnPlace: 'forgotten' });
      tabs.tell({ kind: 'logged-out' });
    },

    onSignInElsewhere(listener) {
      signInsElsewhere.add(listener);
      return () => signInsElsewhere.delete(listener);
    },
  };
}

function isAdministrator(body: unknown): boolean {
  return typeof fieldsOf<Administrator>(body).email === 'string';
}
