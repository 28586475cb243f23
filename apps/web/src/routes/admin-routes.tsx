import { createRoute, lazyRouteComponent, notFound, rootRouteId } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isPublicPath } from '../domain/session/public-paths.ts';
import { parseAuditLogsSearch } from '../features/audit-logs/audit-logs-search.ts';
import { parseInvitationsSearch } from '../features/invitations/invitations-search.ts';
import { parseMerchantsSearch } from '../features/merchants/merchants-search.ts';
import { parseDashboardSearch } from '../features/overview/dashboard-search.ts';
import { parseUsersSearch } from '../features/users/users-search.ts';
import { parseWalletsSearch } from '../features/wallets/wallets-search.ts';
import { rootRoute } from './root-route.tsx';
import { type LateScreen, lateScreen, type Prefetch, screenLoader } from './screen-loader.ts';

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'admin',
  beforeLoad: ({ context, location, preload }) => {
    if (isPublicPath(location.pathname)) {
      throw notFound({ routeId: rootRouteId });
    }
    if (!preload) {
      // Not awaited: the shell shows a loading state meanwhile.
      void context.session.load({ reload: location.state.reloadAdministrator ?? false });
    }
  },
  component: lazyRouteComponent(() => import('./admin-layout.tsx'), 'AdminLayout'),
});

const getParentRoute = () => adminRoute;

const SCREENS = {
  '/dashboard': lateScreen(() => import('./dashboard.tsx')),
  '/users': lateScreen(() => import('./users.tsx')),
  '/merchants': lateScreen(() => import('./merchants.tsx')),
  '/wallets': lateScreen(() => import('./wallets.tsx')),
  '/invitations': lateScreen(() => import('./invitations.tsx')),
  '/audit-logs': lateScreen(() => import('./audit-logs.tsx')),
  '/account-settings': lateScreen(() => import('./account-settings.tsx')),
} as const;

/** A screen whose code and first data are fetched in parallel. */
function lazyScreen<Name extends string>(
  screen: LateScreen<Readonly<Record<Name, () => ReactNode> & { prefetch: Prefetch }>>,
  name: Name,
) {
  return { component: lazyRouteComponent(screen.fetch, name), ...screenLoader(screen) };
}

/** Every address that is not a public screen's: the screens inside the admin shell, and "Not found" there. */
export const adminRoutes = adminRoute.addChildren([
  createRoute({
    getParentRoute,
    path: '/dashboard',
    validateSearch: parseDashboardSearch,
    ...lazyScreen(SCREENS['/dashboard'], 'Dashboard'),
  }),
  createRoute({
    getParentRoute,
    path: '/users',
    validateSearch: parseUsersSearch,
    ...lazyScreen(SCREENS['/users'], 'Users'),
  }),
  createRoute({
    getParentRoute,
    path: '/merchants',
    validateSearch: parseMerchantsSearch,
    ...lazyScreen(SCREENS['/merchants'], 'Merchants'),
  }),
  createRoute({
    getParentRoute,
    path: '/wallets',
    validateSearch: parseWalletsSearch,
    ...lazyScreen(SCREENS['/wallets'], 'Wallets'),
  }),
  createRoute({
    getParentRoute,
    path: '/invitations',
    validateSearch: parseInvitationsSearch,
    ...lazyScreen(SCREENS['/invitations'], 'Invitations'),
  }),
  createRoute({
    getParentRoute,
    path: '/audit-logs',
    validateSearch: parseAuditLogsSearch,
    ...lazyScreen(SCREENS['/audit-logs'], 'AuditLogs'),
  }),
  createRoute({
    getParentRoute,
    path: '/account-settings',
    ...lazyScreen(SCREENS['/account-settings'], 'AccountSettings'),
  }),
  createRoute({
    getParentRoute,
    path: '$',
    component: lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound'),
  }),
]);
