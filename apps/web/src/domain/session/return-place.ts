import { isPublicPath } from './public-paths.ts';

/** Of this tab alone, and there until it is taken: it outlives a reload of the sign-in screen. */
const STORAGE_KEY = 'return-place';

/** Keeps where the administrator was when the session ended, as path and search; undefined forgets it. */
export function keepReturnPlace(href: string | undefined): void {
  try {
    if (href === undefined) {
      sessionStorage.removeItem(STORAGE_KEY);
    } else {
      sessionStorage.setItem(STORAGE_KEY, href);
    }
  } catch {
    // Without storage the sign-in leads to the dashboard.
  }
}

/** Takes the location to return to after the sign-in. */
export function takeReturnPlace(): string | undefined {
  try {
    const kept = sessionStorage.getItem(STORAGE_KEY);
    keepReturnPlace(undefined);
    return kept === null ? undefined : ownPlace(kept, location.origin);
  } catch {
    return undefined;
  }
}

/** The path and search of an address of the admin area of this site; undefined for every other address. */
function ownPlace(address: string, origin: string): string | undefined {
  if (!URL.canParse(address, origin)) {
    return undefined;
  }
  const { origin: itsOrigin, pathname, search } = new URL(address, origin);
  const isOwn = itsOrigin === origin && !pathname.startsWith('//') && !isPublicPath(pathname);
  return isOwn ? pathname + search : undefined;
}
