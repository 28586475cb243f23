import { Outlet } from '@tanstack/react-router';
import { useLayoutEffect, useMemo } from 'react';
import { useRuntimeSettings } from '../domain/product/use-runtime-settings.ts';
import { useSession, useSessionState } from '../domain/session/use-session.ts';
import { menuOf } from '../domain/shell/admin-menu.ts';
import { AdminShell } from '../domain/shell/admin-shell.tsx';
import { pageBanner } from '../domain/shell/page-banner.ts';
import { useSidebar } from '../domain/shell/use-sidebar.ts';
import { UserMenu } from '../domain/shell/user-menu.tsx';
import { setTheme, themeStore } from '../domain/theme/theme.ts';
import { GoToButton } from '../features/go-to/go-to-button.tsx';
import { useGoTo } from '../features/go-to/use-go-to.ts';
import { useStore } from '../shared/lib/use-store.ts';
import { followRowDensity } from '../shared/list/row-density.ts';
import { ErrorState } from '../shared/ui/error-state.tsx';
import { AdminQueries } from './admin-queries.tsx';
import { usePrefetchScreens } from './use-prefetch-screens.ts';

export function AdminLayout() {
  const session = useSession();
  const state = useSessionState();
  const theme = useStore(themeStore);
  const sidebar = useSidebar();
  const administrator = state.status === 'signed-in' ? state.administrator : undefined;
  const goTo = useGoTo(administrator !== undefined);
  const appearance = { theme, onTheme: setTheme, onLogout: () => void session.logout() };

  const { screens } = useRuntimeSettings();
  const menu = useMemo(() => menuOf(screens), [screens]);
  usePrefetchScreens(menu, administrator !== undefined);
  const Banner = useStore(pageBanner);
  // Runs before the first table renders, so that no row changes height.
  useLayoutEffect(followRowDensity, []);

  return (
    <AdminShell
      menu={menu}
      sidebar={sidebar}
      tools={<GoToButton disabled={administrator === undefined} onClick={() => goTo.show('go-to')} />}
      userMenu={<UserMenu account={administrator} {...appearance} />}
      loading={state.status === 'unknown' || state.status === 'loading'}
    >
      <AdminQueries key={administrator?.uuid}>
        {administrator && Banner ? <Banner account={administrator} /> : null}
        {state.status === 'failed' ? (
          <ErrorState
            title="Couldn't check your session"
            reason="Try again in a moment."
            retrying={false}
            onRetry={() => session.load()}
          />
        ) : (
          <Outlet />
        )}
        {administrator && goTo.shown ? (
          <goTo.shown.Dialog
            shell={{ menu, sidebar, ...appearance }}
            onShow={goTo.show}
            onClose={goTo.close}
          />
        ) : null}
      </AdminQueries>
    </AdminShell>
  );
}
