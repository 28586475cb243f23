import { createRoute, lazyRouteComponent, notFound, rootRouteId } from '@tanstack/react-router';
import { isPublicPath } from '../domain/session/public-paths.ts';
import { parseAuditLogsSearch } from '../features/audit-logs/audit-logs-search.ts';
import { parseInvitationsSearch } from '../features/invitations/invitations-search.ts';
import { parseMerchantsSearch } from '../features/merchants/merchants-search.ts';
import { parseDashboardSearch } from '../features/overview/dashboard-search.ts';
import { parseUsersSearch } from '../features/users/users-search.ts';
import { parseWalletsSearch } from '../features/wallets/wallets-search.ts';
import { rootRoute } from './root-route.tsx';

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'admin',
  beforeLoad: ({ context, location, preload }) => {
    if (isPublicPath(location.pathname)) {
      throw notFound({ routeId: rootRouteId });
    }
    if (!preload) {
      // Not awaited: the shell stands and shows that it loads.
      void context.session.load({ reload: location.state.reloadAdministrator ?? false });
    }
  },
  component: lazyRouteComponent(() => import('./admin-layout.tsx'), 'AdminLayout'),
});

const getParentRoute = () => adminRoute;

/** Every address that is not a public screen's: the screens inside the admin shell, and "Not found" there. */
export const adminRoutes = adminRoute.addChildren([
  createRoute({
    getParentRoute,
    path: '/dashboard',
    validateSearch: parseDashboardSearch,
    component: lazyRouteComponent(() => import('./dashboard.tsx'), 'Dashboard'),
  }),
  createRoute({
    getParentRoute,
    path: '/users',
    validateSearch: parseUsersSearch,
    component: lazyRouteComponent(() => import('./users.tsx'), 'Users'),
  }),
  createRoute({
    getParentRoute,
    path: '/merchants',
    validateSearch: parseMerchantsSearch,
    component: lazyRouteComponent(() => import('./merchants.tsx'), 'Merchants'),
  }),
  createRoute({
    getParentRoute,
    path: '/wallets',
    validateSearch: parseWalletsSearch,
    component: lazyRouteComponent(() => import('./wallets.tsx'), 'Wallets'),
  }),
  createRoute({
    getParentRoute,
    path: '/invitations',
    validateSearch: parseInvitationsSearch,
    component: lazyRouteComponent(() => import('./invitations.tsx'), 'Invitations'),
  }),
  createRoute({
    getParentRoute,
    path: '/audit-logs',
    validateSearch: parseAuditLogsSearch,
    component: lazyRouteComponent(() => import('./audit-logs.tsx'), 'AuditLogs'),
  }),
  createRoute({
    getParentRoute,
    path: '/account-settings',
    component: lazyRouteComponent(() => import('./account-settings.tsx'), 'AccountSettings'),
  }),
  createRoute({
    getParentRoute,
    path: '$',
    component: lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound'),
  }),
]);
