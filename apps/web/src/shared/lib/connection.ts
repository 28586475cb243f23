import { readFileHead } from '../api/read-file-head.ts';
import type { Store } from './store.ts';

/** Whether the site can be reached. `doubtful` means that a check is running. */
export type Connection = 'good' | 'doubtful' | 'gone';

const ASK_AGAIN_MS = 3_000;

/**
 * Tracks the connection. After the browser goes offline, only a response from the site ends that state. A call without
 * a response starts a check. Any response, whatever its code, shows that the site can be reached.
 */
export function watchConnection(connection: Store<Connection>): void {
  let asking = false;

  async function findOut() {
    if (asking) {
      return;
    }
    asking = true;
    while (connection.get() !== 'good') {
      if ((await readFileHead('/config.json')) !== undefined) {
        connection.set('good');
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

/** Waits for the next check. Ends early when the browser is online again. */
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
