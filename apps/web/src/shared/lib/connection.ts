import { readFileHead } from '../api/read-file-head.ts';
import type { Store } from './store.ts';

/** `doubtful` while a check is running. */
export type Connection = 'good' | 'doubtful' | 'gone';

/** Window event after a lost connection is back. */
export const RECONNECTED = 'reconnected';

const ASK_AGAIN_MS = 3_000;

/** Tracks the connection. Any response shows that the site is reachable. A call without one starts a check. */
export function watchConnection(connection: Store<Connection>): void {
  let asking = false;

  async function findOut() {
    if (asking) {
      return;
    }
    asking = true;
    while (connection.get() !== 'good') {
      if ((await readFileHead('/config.json')) !== undefined) {
        const wasGone = connection.get() === 'gone';
        connection.set('good');
        if (wasGone) {
          dispatchEvent(new Event(RECONNECTED));
        }
      } else {
        connection.set('gone');
        await pause();
      }
    }
    asking = false;
  }

  const lose = () => connection.set('gone');
  addEventListener('offline', lose);
  if (!navigator.onLine) {
    lose();
  }
  connection.subscribe(() => void findOut());
  void findOut();
}

/** Waits for the next check, or until the browser is online again. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const end = () => {
      clearTimeout(timer);
      waiting.abort();
      resolve();
    };
    const timer = setTimeout(end, ASK_AGAIN_MS);
    addEventListener('online', end, waiting);
  });
}
