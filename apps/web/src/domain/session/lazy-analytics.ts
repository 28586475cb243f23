import type { Administrator } from '@halyard/contract/auth';
import type { RuntimeSettings } from '@halyard/contract/runtime-settings';
import type { Store } from '../../shared/lib/store.ts';
import type { Analytics } from './analytics.ts';

interface LazyAnalyticsParts {
  readonly settings: Store<RuntimeSettings>;
  readonly whenIdle: (task: () => void) => void;
}

/** Creates analytics that load after sign-in, when the browser is idle, if the settings name a receiver. */
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
      // Public pages, such as the sign-in page after a logout, load no analytics.
      if (administrator && receiver) {
        const { createPosthogAnalytics } = await import('./posthog-analytics.ts');
        analytics = createPosthogAnalytics(receiver);
      }
    } finally {
      loading = false;
    }
    // The administrator may have changed while the code loaded.
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
