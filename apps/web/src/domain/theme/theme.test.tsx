import { act, render, screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useStore } from '../../shared/lib/use-store.ts';
import { followTheme, isTheme, setTheme, themeStore } from './theme.ts';

/** The system theme, which happy-dom lacks. */
const system = Object.assign(new EventTarget(), { matches: false });
const realMatchMedia = window.matchMedia;

function systemTurns(dark: boolean) {
  system.matches = dark;
  act(() => {
    system.dispatchEvent(new Event('change'));
  });
}

const isDark = () => document.documentElement.classList.contains('dark');

beforeAll(() => {
  localStorage.clear();
  window.matchMedia = () => system as unknown as MediaQueryList;
  followTheme();
});
afterAll(() => {
  window.matchMedia = realMatchMedia;
});
beforeEach(() => {
  setTheme('system');
  systemTurns(false);
});

function CurrentTheme() {
  return <p>{useStore(themeStore)}</p>;
}

describe('theme', () => {
  // @spec 1.15
  it('follows the system by default', () => {
    expect(isDark()).toBe(false);
    systemTurns(true);
    expect(isDark()).toBe(true);
  });

  it('stores the chosen theme and ignores the system', () => {
    systemTurns(true);
    setTheme('light');
    expect(isDark()).toBe(false);
    expect(localStorage.getItem('theme')).toBe('light');
    systemTurns(false);
    setTheme('dark');
    expect(isDark()).toBe(true);
  });

  it('follows a choice in another tab', () => {
    render(<CurrentTheme />);
    expect(screen.getByText('system')).toBeTruthy();
    localStorage.setItem('theme', 'dark');
    act(() => {
      window.dispatchEvent(new Event('storage'));
    });
    expect(isDark()).toBe(true);
    expect(screen.getByText('dark')).toBeTruthy();
  });

  // @spec 1.14
  it('accepts only light, dark and system', () => {
    expect(['light', 'dark', 'system', 'sepia', null].map(isTheme)).toEqual([true, true, true, false, false]);
  });
});
