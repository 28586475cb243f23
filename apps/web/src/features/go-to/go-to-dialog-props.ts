import type { MenuItem } from '../../domain/shell/menu-item.ts';
import type { Sidebar } from '../../domain/shell/use-sidebar.ts';
import type { Theme } from '../../domain/theme/theme.ts';

export type GoToDialogName = 'go-to' | 'shortcuts';

export interface ShellActions {
  readonly menu: readonly MenuItem[];
  readonly sidebar: Sidebar;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly onLogout: () => void;
}

export interface GoToDialogProps {
  readonly shell: ShellActions;
  readonly onShow: (name: GoToDialogName) => void;
  readonly onClose: () => void;
}
