import { SIDEBAR } from '@halyard/contract/constants';

/** Returns the stored state, or undefined if there is none. */
export function expandedFromCookies(cookies: string): boolean | undefined {
  const entry = cookies.split(';').find((pair) => pair.trim().startsWith(`${SIDEBAR.cookieName}=`));
  return entry === undefined ? undefined : entry.split('=')[1]?.trim() !== 'false';
}

export function sidebarCookie(expanded: boolean): string {
  return `${SIDEBAR.cookieName}=${expanded}; path=/; max-age=${SIDEBAR.cookieLifetimeSeconds}; SameSite=Lax`;
}
