import { type FileHead, readFileHead } from '../api/read-file-head.ts';
import type { Connection } from './connection.ts';
import type { Store } from './store.ts';

const STORAGE_KEY = 'reloaded-builds';
const MISSING = 'A part of this page could not be fetched. Please check your connection and try again.';

interface Page {
  readonly outdated: Store<boolean>;
  readonly connection: Store<Connection>;
}

/**
 * Finds out why a file of the page that is fetched late does not come: `outdated`, where a new version has taken
 * the place of this one. The error is given a message for people; in its own words the router would take it for
 * an order to reload, with or without a connection.
 */
export function watchMissingFiles({ outdated, connection }: Page): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = MISSING;
    void readFileHead(import.meta.url).then((head) => {
      if (head && isGone(head)) {
        outdated.set(true);
      } else if (!head && connection.get() === 'good') {
        connection.set('doubtful');
      }
    });
  });
}

/** Whether a file is no longer there, or a page is sent in its place. */
function isGone({ httpStatus, type }: FileHead): boolean {
  return httpStatus === 404 || httpStatus === 410 || (httpStatus === 200 && type.includes('html'));
}

/**
 * Tries again to draw what an error kept from being drawn. Browsers and the router remember that a file did not
 * come, so that only loading the page again fetches it; not without a connection, where there would be no page.
 */
export async function retryDrawing(error: Error, drawAgain: () => void): Promise<void> {
  if (error.message !== MISSING) {
    drawAgain();
  } else if (await readFileHead(location.href)) {
    location.reload();
  }
}

/**
 * Loads the page again. Two versions may be served side by side for a while: none of them is left that way
 * twice, and none where that cannot be remembered.
 */
export function reloadOnce(): void {
  try {
    const builds = sessionStorage.getItem(STORAGE_KEY)?.split(' ') ?? [];
    if (!builds.includes(import.meta.url)) {
      sessionStorage.setItem(STORAGE_KEY, [...builds, import.meta.url].join(' '));
      location.reload();
    }
  } catch {
    // What is shown offers to reload.
  }
}
