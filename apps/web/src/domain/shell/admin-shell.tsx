import { SIDEBAR } from '@halyard/contract/constants';
import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { formatUtc } from '../../shared/format/format-date.ts';
import { isPlainClick } from '../../shared/lib/is-plain-click.ts';
import { serverNow } from '../../shared/lib/server-time.ts';
import { SlideOver } from '../../shared/ui/overlay/slide-over.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { Logo } from '../product/logo.tsx';
import type { MenuItem } from './menu-item.ts';
import { ScreenAnnouncer } from './screen-announcer.tsx';
import { ShellHeader } from './shell-header.tsx';
import { SidebarMenu } from './sidebar-menu.tsx';
import type { Sidebar } from './use-sidebar.ts';

interface AdminShellProps {
  readonly menu: readonly MenuItem[];
  readonly sidebar: Sidebar;
  readonly tools?: ReactNode;
  readonly userMenu: ReactNode;
  readonly loading: boolean;
  readonly children: ReactNode;
}

export function AdminShell({ menu, sidebar, tools, userMenu, loading, children }: AdminShellProps) {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const stamp = () => main.current?.setAttribute('data-printed', printedLine());
    addEventListener('beforeprint', stamp);
    return () => removeEventListener('beforeprint', stamp);
  }, []);

  return (
    <div className="flex min-h-dvh bg-surface text-ink print:block">
      {/* biome-ignore lint/a11y/useValidAnchor: it links to an element of this page */}
      <a
        href="#page"
        onClick={skipToContent}
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-accent-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <ScreenAnnouncer menu={menu} />
      {sidebar.mobile ? (
        <SlideOver
          open={sidebar.sheetOpen}
          onClose={sidebar.closeSheet}
          label="Menu"
          side="left"
          width={`${SIDEBAR.mobileWidthRem}rem`}
        >
          <SidebarHead iconOnly={false}>
            <button
              type="button"
              aria-label="Close menu"
              className="-mr-2 ml-auto inline-flex size-11 items-center justify-center rounded-md text-ink-quiet"
              onClick={sidebar.closeSheet}
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </SidebarHead>
          <SidebarMenu items={menu} iconsOnly={false} onFollow={sidebar.closeSheet} />
        </SlideOver>
      ) : (
        <aside
          aria-label="Sidebar"
          data-state={sidebar.expanded ? 'expanded' : 'collapsed'}
          className="sticky top-0 flex h-dvh shrink-0 flex-col border-line border-r"
          style={{ width: `${sidebar.expanded ? SIDEBAR.widthRem : SIDEBAR.iconWidthRem}rem` }}
        >
          <SidebarHead iconOnly={!sidebar.expanded} />
          <SidebarMenu items={menu} iconsOnly={!sidebar.expanded} />
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col print:block">
        <ShellHeader menu={menu} sidebar={sidebar} tools={tools} userMenu={userMenu} />
        <main
          ref={main}
          id="page"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-[90rem] flex-1 flex-col print:block"
        >
          {loading ? <PageSpinner /> : children}
        </main>
      </div>
    </div>
  );
}

/** First line of a printed page. */
function printedLine(): string {
  return `${document.title}, printed ${formatUtc(serverNow())}`;
}

/** Focuses the page without a history entry for the hash, which the router cannot map to a screen. */
function skipToContent(event: MouseEvent) {
  if (isPlainClick(event)) {
    event.preventDefault();
    document.getElementById('page')?.focus();
  }
}

function PageSpinner() {
  return (
    <div className="flex flex-1 items-center justify-center p-6">
      <Spinner label="Loading" />
    </div>
  );
}

interface SidebarHeadProps {
  readonly iconOnly: boolean;
  readonly children?: ReactNode;
}

function SidebarHead({ iconOnly, children }: SidebarHeadProps) {
  return (
    <div className={`flex h-(--shell-header) shrink-0 items-center ${iconOnly ? 'justify-center' : 'px-4'}`}>
      <Logo variant={iconOnly ? 'icon' : 'full'} height="md" />
      {children}
    </div>
  );
}
