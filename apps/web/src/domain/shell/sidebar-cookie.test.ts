import { describe, expect, it } from 'vitest';
import { expandedFromCookies, sidebarCookie } from './sidebar-cookie.ts';

describe('expandedFromCookies', () => {
  it.each([
    ['', undefined],
    ['sidebar_state=true', true],
    ['sidebar_state=false', false],
    ['a=b; sidebar_state=false; c=d', false],
    ['my_sidebar_state=false', undefined],
    ['sidebar_state=nonsense', true],
  ])('reads %j as expanded: %j', (cookies, expected) => {
    expect(expandedFromCookies(cookies)).toBe(expected);
  });
});

describe('sidebarCookie', () => {
  // @spec 9.37
  it('stores the state for seven days on the whole site', () => {
    expect(sidebarCookie(false)).toBe('sidebar_state=false; path=/; max-age=604800; SameSite=Lax');
    expect(sidebarCookie(true)).toBe('sidebar_state=true; path=/; max-age=604800; SameSite=Lax');
  });
});
