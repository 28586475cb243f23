import type { RouterHistory } from '@tanstack/react-router';

/** Takes the percent signs of an address such as `/users%` literally, because the router cannot decode it. */
export function escapeMalformedPath(history: RouterHistory): void {
  const { pathname, href } = history.location;
  try {
    decodeURIComponent(pathname);
  } catch {
    history.replace(pathname.replaceAll('%', '%25') + href.slice(pathname.length));
  }
}
