import { Keyboard, LogOut, Monitor, Moon, PanelLeft, Rows3, Rows4, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { THEMES, type Theme } from '../../domain/theme/theme.ts';
import { chooseRowDensity, type RowDensity } from '../../shared/list/row-density.ts';
import type { GoToDialogProps, ShellActions } from './go-to-dialog-props.ts';
import type { GoToEntry, GoToGroup } from './go-to-entry.ts';

const THEME_ENTRIES: Readonly<Record<Theme, { readonly label: string; readonly icon: ReactNode }>> = {
  light: { label: 'Light theme', icon: <Sun /> },
  dark: { label: 'Dark theme', icon: <Moon /> },
  system: { label: 'System theme', icon: <Monitor /> },
};

const DENSITY_ENTRIES = [
  { density: 'comfortable', label: 'Comfortable rows', icon: <Rows3 /> },
  { density: 'compact', label: 'Compact rows', icon: <Rows4 /> },
] as const;

interface ShellGroupsParts {
  readonly shell: ShellActions;
  readonly onShow: GoToDialogProps['onShow'];
  readonly density: RowDensity;
  readonly hasDensity: boolean;
}

export function shellGroups({ shell, onShow, density, hasDensity }: ShellGroupsParts): readonly GoToGroup[] {
  const { menu, sidebar, theme, onTheme, onLogout } = shell;
  const action = (label: string, icon: ReactNode, keywords: string, run: () => void): GoToEntry => ({
    id: label,
    label,
    keywords,
    icon,
    target: { action: run },
  });
  const themes = THEMES.map((one) => ({
    ...action(THEME_ENTRIES[one].label, THEME_ENTRIES[one].icon, 'appearance', () => onTheme(one)),
    isChosen: one === theme,
  }));
  const densities = DENSITY_ENTRIES.map((one) => ({
    ...action(one.label, one.icon, 'table height', () => chooseRowDensity(one.density)),
    isChosen: one.density === density,
  }));
  const toggle = action(
    sidebar.expanded ? 'Collapse sidebar' : 'Expand sidebar',
    <PanelLeft />,
    'menu toggle',
    sidebar.toggle,
  );
  return [
    {
      title: 'Screens',
      entries: menu.map(({ name, path, icon: Icon, onClick }) => ({
        id: `screen ${name}`,
        label: name,
        icon: <Icon />,
        target: onClick ? { action: onClick } : { href: path },
      })),
    },
    {
      title: 'Actions',
      entries: [
        ...themes,
        ...(hasDensity ? densities : []),
        ...(sidebar.mobile ? [] : [toggle]),
        action('Keyboard shortcuts', <Keyboard />, 'help keys', () => onShow('shortcuts')),
        action('Logout', <LogOut />, 'log out sign out', onLogout),
      ],
    },
  ];
}
