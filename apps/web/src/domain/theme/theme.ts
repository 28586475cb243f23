import { createStoredChoice } from '../../shared/lib/stored-choice.ts';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const SYSTEM_IS_DARK = '(prefers-color-scheme: dark)';

/** The inline script of index.html reads the same key. */
const choice = createStoredChoice<Theme>('theme', THEMES, 'system');

export const themeStore = choice.store;
export const isTheme = choice.isOne;
export const setTheme = choice.choose;

/** Applies the stored theme and follows changes in this tab, other tabs and the system. */
export function followTheme(): void {
  const system = matchMedia(SYSTEM_IS_DARK);
  const show = () => {
    const theme = themeStore.get();
    const dark = theme === 'dark' || (theme === 'system' && system.matches);
    document.documentElement.classList.toggle('dark', dark);
  };

  choice.follow();
  show();
  themeStore.subscribe(show);
  system.addEventListener('change', show);
}
