import { QueryClientProvider } from '@tanstack/react-query';
import { RouterContextProvider } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { AuditProofPlace } from '../domain/audit-proof/audit-proof-place.tsx';
import { ADMIN_MENU, type ScreenPath } from '../domain/shell/admin-menu.ts';
import { AdminShell } from '../domain/shell/admin-shell.tsx';
import { SCREEN_HEADINGS } from '../domain/shell/screen-headings.ts';
import { AccountSettingsPage } from '../features/account/account-settings-page.tsx';
import { OverviewBeginning } from '../features/overview/overview-beginning.tsx';
import { ScreenHeading } from '../shared/ui/screen-heading.tsx';
import { Spinner } from '../shared/ui/spinner.tsx';
import type { AppRouter } from './router.ts';

/** The screens of which more than the heading is known before anything is: as they stand while they load. */
const LOADING: Partial<Record<ScreenPath, ComponentType>> = {
  '/account-settings': AccountSettingsPage,
  '/dashboard': OverviewBeginning,
};

/** What stands beneath a heading from the beginning. */
const BENEATH: Partial<Record<ScreenPath, ReactNode>> = {
  '/audit-logs': <AuditProofPlace answered={undefined} />,
};

interface ScreenFrameProps {
  readonly path: ScreenPath;
  /** Of a history that is at the path. */
  readonly router: AppRouter;
}

/** What is known of a screen before anything is: the frame that it stands in, its heading, and where there are any its words. */
export function ScreenFrame({ path, router }: ScreenFrameProps) {
  const nothing = () => undefined;
  const Loading = LOADING[path];
  return (
    <RouterContextProvider router={router}>
      <AdminShell
        menu={ADMIN_MENU}
        sidebar={{ mobile: false, expanded: true, sheetOpen: false, toggle: nothing, closeSheet: nothing }}
        userMenu={null}
        loading={false}
      >
        {Loading ? (
          <QueryClientProvider client={router.options.context.queries.get()}>
            <Loading />
          </QueryClientProvider>
        ) : (
          <div className="flex flex-1 flex-col gap-4 p-(--gutter)">
            <ScreenHeading title={SCREEN_HEADINGS[path]} />
            {BENEATH[path]}
            <div id="screen-frame-spinner" className="flex flex-1 items-center justify-center">
              <Spinner />
            </div>
          </div>
        )}
      </AdminShell>
    </RouterContextProvider>
  );
}
