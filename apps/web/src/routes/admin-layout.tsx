import '../admin.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession, useSessionState } from '../domain/session/use-session.ts';
import { ADMIN_MENU } from '../domain/shell/admin-menu.ts';
import { AdminShell } from '../domain/shell/admin-shell.tsx';
import { UserMenu } from '../domain/shell/user-menu.tsx';
import { useTheme } from '../domain/theme/use-theme.ts';
import { createQueryClient } from '../shared/lib/create-query-client.ts';
import { ErrorState } from '../shared/ui/error-state.tsx';

/** The frame of the admin area. What it has read from the server goes with it when the administrator leaves. */
export function AdminLayout() {
  const [queryClient] = useState(() => createQueryClient());
  const session = useSession();
  const state = useSessionState();
  const { theme, setTheme } = useTheme();
  const userMenu = (
    <UserMenu
      account={state.status === 'signed-in' ? state.administrator : undefined}
      theme={theme}
      onTheme={setTheme}
      onLogout={() => session.logout()}
    />
  );
  return (
    <QueryClientProvider client={queryClient}>
      <AdminShell
        menu={ADMIN_MENU}
        userMenu={userMenu}
        loading={state.status === 'unknown' || state.status === 'loading'}
      >
        {state.status === 'failed' ? (
          <ErrorState
            title="Your session could not be checked"
            reason="The server did not say who is signed in."
            retrying={false}
            onRetry={() => session.load()}
          />
        ) : (
          <Outlet />
        )}
      </AdminShell>
    </QueryClientProvider>
  );
}
