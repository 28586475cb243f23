import { PanelLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { EvaluationBadge } from './evaluation-badge.tsx';
import type { MenuItem } from './menu-item.ts';
import { ShellBreadcrumb } from './shell-breadcrumb.tsx';
import type { Sidebar } from './use-sidebar.ts';

interface ShellHeaderProps {
  readonly menu: readonly MenuItem[];
  readonly sidebar: Sidebar;
  readonly tools: ReactNode;
  readonly userMenu: ReactNode;
}

export function ShellHeader({ menu, sidebar, tools, userMenu }: ShellHeaderProps) {
  const open = sidebar.mobile ? sidebar.sheetOpen : sidebar.expanded;
  return (
    <header className="relative top-0 z-30 flex h-(--shell-header) items-center gap-2 border-line border-b bg-surface px-(--gutter) [@media(height>=24rem)]:sticky">
      <button
        type="button"
        aria-label="Toggle sidebar"
        aria-expanded={open}
        aria-keyshortcuts="Control+B Meta+B"
        className="-ml-2 inline-flex size-8 items-center justify-center rounded-md text-ink-quiet hover:bg-surface-sunken hover:text-ink max-md:-ml-3 max-md:size-11"
        onClick={sidebar.toggle}
      >
        <PanelLeft className="size-4" />
      </button>
      <span aria-hidden="true" className="mr-2 h-4 w-px bg-line max-md:hidden" />
      <div className="relative flex min-w-0 items-center gap-2">
        <ShellBreadcrumb menu={menu} />
        <EvaluationBadge />
      </div>
      <div className="ml-auto flex shrink-0 items-center gap-2 max-md:gap-0">
        {tools}
        {userMenu}
      </div>
    </header>
  );
}
