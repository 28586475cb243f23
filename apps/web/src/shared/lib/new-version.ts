import { type FileHead, readFileHead } from '../api/read-file-head.ts';
import type { Connection } from './connection.ts';
import type { Store } from './store.ts';

const STORAGE_KEY = 'reloaded-builds';
const MISSING = "Couldn't load part of this page. Check your connection and try again.";

interface Page {
  readonly outdated: Store<boolean>;
  readonly connection: Store<Connection>;
}

/** Detects a new version when a chunk fails. Replaces the error, because the router would reload on the original. */
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

/** A server may send a page instead of a missing file. */
function isGone({ httpStatus, type }: FileHead): boolean {
  return httpStatus === 404 || httpStatus === 410 || (httpStatus === 200 && type.includes('html'));
}

/** Retries a failed render. Browsers cache a failed import, so this reloads the page, if online. */
export async function retryRender(error: Error, renderAgain: () => void): Promise<void> {
  if (error.message !== MISSING) {
    renderAgain();
  } else if (await readFileHead(location.href)) {
    location.reload();
  }
}

/** Reloads at most once per version, because servers may alternate between two. Never reloads without storage. */
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
