import type { Administrator } from '@halyard/contract/auth';
import type { RuntimeSettings } from '@halyard/contract/runtime-settings';
import type { Store } from '../../shared/lib/store.ts';
import type { Analytics } from './analytics.ts';

interface LazyAnalyticsParts {
  readonly settings: Store<RuntimeSettings>;
  /** Runs a task when the browser is idle. */
  readonly whenIdle: (task: () => void) => void;
}

/**
 * Analytics that loads its code when the browser is idle, once an administrator is signed in and the settings name a
 * receiver. Its failures never affect the screen.
 */
export function createLazyAnalytics({ settings, whenIdle }: LazyAnalyticsParts): Analytics {
  let administrator: Administrator | undefined;
  let analytics: Analytics | undefined;
  let loading = false;

  function loadWhenIdle() {
    if (administrator && settings.get().analytics && !loading) {
      loading = true;
      whenIdle(() => void load().catch(() => undefined));
    }
  }

  async function load() {
    try {
      const receiver = settings.get().analytics;
      // After a logout, the page is public and loads no analytics.
      if (administrator && receiver) {
        const { createPosthogAnalytics } = await import('./posthog-analytics.ts');
        analytics = createPosthogAnalytics(receiver);
      }
    } finally {
      loading = false;
    }
    // The administrator may have changed during the load.
    if (administrator) {
      analytics?.identify(administrator);
    }
  }

  settings.subscribe(loadWhenIdle);
  return {
    identify(current) {
      administrator = current;
      if (analytics) {
        ignoreErrors(() => analytics?.identify(current));
      } else {
        loadWhenIdle();
      }
    },

    reset() {
      administrator = undefined;
      ignoreErrors(() => analytics?.reset());
    },
  };
}

function ignoreErrors(call: () => void) {
  try {
    call();
  } catch {
    // A failure of analytics must not affect the screen.
  }
}
