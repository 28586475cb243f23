import { createStore } from '../../shared/lib/store.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

/** Read by the inline script of index.html too. */
const STORAGE_KEY = 'theme';
const SYSTEM_IS_DARK = '(prefers-color-scheme: dark)';

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

export const themeStore = createStore<Theme>('system');

/** Keeps the choice and shows it. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  themeStore.set(theme);
}

/** Shows the stored theme, and follows it: the choices made here and in other tabs, and the system's. */
export function followTheme(): void {
  const system = matchMedia(SYSTEM_IS_DARK);
  const show = () => {
    const theme = themeStore.get();
    const dark = theme === 'dark' || (theme === 'system' && system.matches);
    document.documentElement.classList.toggle('dark', dark);
  };
  const read = () => themeStore.set(storedTheme());

  read();
  show();
  themeStore.subscribe(show);
  system.addEventListener('change', show);
  window.addEventListener('storage', read);
}

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return isTheme(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
}
