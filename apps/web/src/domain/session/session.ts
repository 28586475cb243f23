import type { Administrator } from '@halyard/contract/auth';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { createStore, type Store } from '../../shared/lib/store.ts';
import type { Analytics } from './analytics.ts';

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
}

interface SessionParts {
  readonly api: Pick<ApiClient, 'get' | 'post'>;
  readonly analytics: Analytics;
  /** Goes to /login, flagged as a logout. */
  readonly leave: () => void;
  readonly onLogoutFailure: () => void;
}

const UNKNOWN: SessionState = { status: 'unknown' };

export function createSession({ api, analytics, leave, onLogoutFailure }: SessionParts): Session {
  const state = createStore<SessionState>(UNKNOWN);
  let loading: Promise<void> | undefined;
  let identified: Administrator | undefined;

  async function fetchAdministrator(): Promise<Administrator | undefined> {
    try {
      return await api.get<Administrator>('/auth/me', { accepts: isAdministrator });
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

  /** In the admin area only: from public screens nothing goes to anybody else. */
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

  function end() {
    state.set(UNKNOWN);
    leave();
  }

  async function fetchOrLeave(): Promise<void> {
    if (state.get().status !== 'signed-in') {
      state.set({ status: 'loading' });
    }
    try {
      const administrator = await fetchAdministrator();
      if (administrator) {
        identify(administrator);
        adopt(administrator);
      } else {
        forgetIdentity();
        end();
      }
    } catch {
      // The API client has said why. Somebody who is known stays known.
      if (state.get().status !== 'signed-in') {
        state.set({ status: 'failed' });
      }
    }
  }

  return {
    state,

    load({ reload = false } = {}) {
      const known = state.get();
      if (known.status === 'signed-in' && !reload) {
        identify(known.administrator);
        return Promise.resolve();
      }
      loading ??= fetchOrLeave().finally(() => {
        loading = undefined;
      });
      return loading;
    },

    async find() {
      try {
        const administrator = await fetchAdministrator();
        if (administrator) {
          adopt(administrator);
        }
        return administrator !== undefined;
      } catch {
        return false;
      }
    },

    async logout() {
      forgetIdentity();
      try {
        await api.post('/auth/logout');
      } catch {
        onLogoutFailure();
      }
      end();
    },
  };
}

function isAdministrator(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'email' in body && typeof body.email === 'string';
}
