import { isPublicPath } from './public-paths.ts';

/** Key in session storage, which is limited to this tab and survives a reload. */
const STORAGE_KEY = 'return-path';

export function storeReturnPath(href: string | undefined): void {
  try {
    if (href === undefined) {
      sessionStorage.removeItem(STORAGE_KEY);
    } else {
      sessionStorage.setItem(STORAGE_KEY, href);
    }
  } catch {
    // Without storage, sign-in continues to the dashboard.
  }
}

export function takeReturnPath(): string | undefined {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    storeReturnPath(undefined);
    return stored === null ? undefined : adminPath(stored);
  } catch {
    return undefined;
  }
}

/** Returns the path and search of a URL in this site's admin area; undefined for other URLs. */
function adminPath(address: string): string | undefined {
  if (!URL.canParse(address, location.origin)) {
    return undefined;
  }
  const { origin, pathname, search } = new URL(address, location.origin);
  const isOwn = origin === location.origin && !pathname.startsWith('//') && !isPublicPath(pathname);
  return isOwn ? pathname + search : undefined;
}
