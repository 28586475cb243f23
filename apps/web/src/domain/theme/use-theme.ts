import { useStore } from '../../shared/lib/use-store.ts';
import { setTheme, type Theme, themeStore } from './theme.ts';

interface ThemeChoice {
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
}

export function useTheme(): ThemeChoice {
  return { theme: useStore(themeStore), setTheme };
}
