import { SIDEBAR } from '@halyard/contract/constants';

export function expandedFromCookies(cookies: string): boolean {
  const entry = cookies.split(';').find((pair) => pair.trim().startsWith(`${SIDEBAR.cookieName}=`));
  return entry?.split('=')[1]?.trim() !== 'false';
}

export function sidebarCookie(expanded: boolean): string {
  return `${SIDEBAR.cookieName}=${expanded}; path=/; max-age=${SIDEBAR.cookieLifetimeSeconds}; SameSite=Lax`;
}
