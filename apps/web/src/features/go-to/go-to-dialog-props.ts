import type { MenuItem } from '../../domain/shell/menu-item.ts';
import type { Sidebar } from '../../domain/shell/use-sidebar.ts';
import type { Theme } from '../../domain/theme/theme.ts';

export type GoToDialogName = 'go-to' | 'shortcuts';

/** What the shell around every screen has and does. */
export interface ShellActs {
  readonly menu: readonly MenuItem[];
  readonly sidebar: Sidebar;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly onLogout: () => void;
}

export interface GoToDialogProps {
  readonly shell: ShellActs;
  readonly onShow: (name: GoToDialogName) => void;
  readonly onClose: () => void;
}
