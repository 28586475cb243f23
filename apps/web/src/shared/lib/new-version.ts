import { type FileHead, readFileHead } from '../api/read-file-head.ts';
import type { Connection } from './connection.ts';
import type { Store } from './store.ts';

const STORAGE_KEY = 'reloaded-builds';
const MISSING = "Couldn't load part of this page. Check your connection and try again.";

interface Page {
  readonly outdated: Store<boolean>;
  readonly connection: Store<Connection>;
}

/**
 * Finds out why a lazily loaded file of the page fails: `outdated` if a new version has replaced this one. Replaces the
 * error message, because the original one would make the router reload the page even without a connection.
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

/** Whether a file is missing or the server sends a page instead. */
function isGone({ httpStatus, type }: FileHead): boolean {
  return httpStatus === 404 || httpStatus === 410 || (httpStatus === 200 && type.includes('html'));
}

/**
 * Retries a failed render. Browsers and the router remember a failed import, so only a page reload fetches the file
 * again. Does not reload without a connection, because the page would be lost.
 */
export async function retryRender(error: Error, renderAgain: () => void): Promise<void> {
  if (error.message !== MISSING) {
    renderAgain();
  } else if (await readFileHead(location.href)) {
    location.reload();
  }
}

/**
 * Reloads the page, at most once per version, because two versions may be served side by side for a while. Does not
 * reload if the browser cannot store that.
 */
export function reloadOnce(): void {
  try {
    const builds = sessionStorage.getItem(STORAGE_KEY)?.split(' ') ?? [];
    if (!builds.includes(import.meta.url)) {
      sessionStorage.setItem(STORAGE_KEY, [...builds, import.meta.url].join(' '));
      location.reload();
    }
  } catch {
    // The error screen offers to reload.
  }
}
