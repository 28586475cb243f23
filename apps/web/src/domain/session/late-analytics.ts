import type { Administrator } from '@halyard/contract/auth';
import type { RuntimeSettings } from '@halyard/contract/runtime-settings';
import type { Store } from '../../shared/lib/store.ts';
import type { Analytics } from './analytics.ts';

interface LateAnalyticsParts {
  readonly settings: Store<RuntimeSettings>;
  /** Does the work once nothing waits for it. */
  readonly whenIdle: (work: () => void) => void;
}

/**
 * Analytics that is fetched once somebody is signed in, the settings name a receiver, and the screen stands.
 * It then hears who it is at that time. Whatever becomes of it, nobody notices.
 */
export function createLateAnalytics({ settings, whenIdle }: LateAnalyticsParts): Analytics {
  let administrator: Administrator | undefined;
  let analytics: Analytics | undefined;
  let fetching = false;

  function fetchWhenIdle() {
    if (administrator && settings.get().analytics && !fetching) {
      fetching = true;
      whenIdle(() => void fetchNow().catch(() => undefined));
    }
  }

  async function fetchNow() {
    try {
      const receiver = settings.get().analytics;
      // After a logout, the page is public and loads no analytics.
      if (administrator && receiver) {
        const { createPosthogAnalytics } = await import('./posthog-analytics.ts');
        analytics = createPosthogAnalytics(receiver);
      }
    } finally {
      fetching = false;
    }
    if (administrator) {
      analytics?.identify(administrator);
    }
  }

  settings.subscribe(fetchWhenIdle);
  return {
    identify(who) {
      administrator = who;
      if (analytics) {
        quietly(() => analytics?.identify(who));
      } else {
        fetchWhenIdle();
      }
    },

    reset() {
      administrator = undefined;
      quietly(() => analytics?.reset());
    },
  };
}

function quietly(call: () => void) {
  try {
    call();
  } catch {
    // A failure of analytics must not affect the screen.
  }
}
