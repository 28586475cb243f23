import { isPublicPath } from './public-paths.ts';

/** Only in this tab, but it survives a reload of the sign-in screen. */
const STORAGE_KEY = 'return-path';

/** Stores where to return after the next sign-in, as path and search. Undefined removes it. */
export function storeReturnPath(href: string | undefined): void {
  try {
    if (href === undefined) {
      sessionStorage.removeItem(STORAGE_KEY);
    } else {
      sessionStorage.setItem(STORAGE_KEY, href);
    }
  } catch {
    // Without storage, the sign-in continues to the dashboard.
  }
}

/** Returns and removes the stored path. */
export function takeReturnPath(): string | undefined {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    storeReturnPath(undefined);
    return stored === null ? undefined : adminPath(stored);
  } catch {
    return undefined;
  }
}

/** Returns the path and search of an address in the admin area of this site, and undefined for any other address. */
function adminPath(address: string): string | undefined {
  if (!URL.canParse(address, location.origin)) {
    return undefined;
  }
  const { origin, pathname, search } = new URL(address, location.origin);
  const isOwn = origin === location.origin && !pathname.startsWith('//') && !isPublicPath(pathname);
  return isOwn ? pathname + search : undefined;
}
