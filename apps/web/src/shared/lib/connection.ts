import { readFileHead } from '../api/read-file-head.ts';
import type { Store } from './store.ts';

/** Whether the site can be reached; in doubt it is being found out. */
export type Connection = 'good' | 'doubtful' | 'gone';

const ASK_AGAIN_MS = 3_000;

/**
 * Keeps what is known of the connection true: the browser's word that it is gone holds until the site has
 * answered again, and a call without an answer puts it in doubt. Any answer of the site, whatever its code,
 * shows that it can be reached.
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

/** Cut short by the browser's word that there is a connection again. */
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
