import type { RouterHistory } from '@tanstack/react-router';

/** Takes the percent signs of an address such as `/users%` literally, because the router cannot decode it. */
export function escapeMalformedPath(history: RouterHistory): void {
  const { pathname, href } = history.location;
  if (!isDecodable(pathname)) {
    history.replace(pathname.replaceAll('%', '%25') + href.slice(pathname.length));
  }
}

function isDecodable(path: string): boolean {
  try {
    // Compared, because the bundler removes a call whose result is unused.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
