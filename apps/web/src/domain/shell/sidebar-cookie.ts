import { SIDEBAR } from '@halyard/contract/constants';

/** Whether the sidebar was left expanded, from the text of `document.cookie`; expanded when nothing says otherwise. */
export function expandedFromCookies(cookies: string): boolean {
  const entry = cookies.split(';').find((pair) => pair.trim().startsWith(`${SIDEBAR.cookieName}=`));
  return entry?.split('=')[1]?.trim() !== 'false';
}

/** The cookie that keeps the sidebar's state for seven days, for `document.cookie`. */
export function sidebarCookie(expanded: boolean): string {
  return `${SIDEBAR.cookieName}=${expanded}; path=/; max-age=${SIDEBAR.cookieLifetimeSeconds}; SameSite=Lax`;
}
