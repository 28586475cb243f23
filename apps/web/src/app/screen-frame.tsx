import { RouterContextProvider } from '@tanstack/react-router';
import { ADMIN_MENU, type ScreenPath } from '../domain/shell/admin-menu.ts';
import { AdminShell } from '../domain/shell/admin-shell.tsx';
import { SCREEN_HEADINGS } from '../domain/shell/screen-headings.ts';
import { ScreenHeading } from '../shared/ui/screen-heading.tsx';
import { Spinner } from '../shared/ui/spinner.tsx';
import type { AppRouter } from './router.ts';

interface ScreenFrameProps {
  readonly path: ScreenPath;
  /** Of a history that is at the path. */
  readonly router: AppRouter;
}

/** What is known of a screen before anything is: the frame that it stands in, and its heading. */
export function ScreenFrame({ path, router }: ScreenFrameProps) {
  const nothing = () => undefined;
  return (
    <RouterContextProvider router={router}>
      <AdminShell
        menu={ADMIN_MENU}
        sidebar={{ mobile: false, expanded: true, sheetOpen: false, toggle: nothing, closeSheet: nothing }}
        userMenu={null}
        loading={false}
      >
        <div className="flex flex-1 flex-col p-(--gutter)">
          <ScreenHeading title={SCREEN_HEADINGS[path]} />
          <div id="screen-frame-spinner" className="flex flex-1 items-center justify-center">
            <Spinner />
          </div>
        </div>
      </AdminShell>
    </RouterContextProvider>
  );
}
