import { createRoute, lazyRouteComponent, notFound, rootRouteId } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isPublicPath } from '../domain/session/public-paths.ts';
import { parseInvitationsSearch } from '../features/invitations/invitations-search.ts';
import { parseMerchantsSearch } from '../features/merchants/merchants-search.ts';
import { parseDashboardSearch } from '../features/overview/dashboard-search.ts';
import { parseUsersSearch } from '../features/users/users-search.ts';
import type { UrlParameters } from '../shared/list/list-search.ts';
import { AdminLayout } from './admin-layout.tsx';
import { rootRoute } from './root-route.tsx';
import { type FetchScreen, type Prefetch, screenLoader } from './screen-loader.ts';

/** Keeps the parser in the screen's own code, so that no other screen loads it. */
const parsedByScreen = (parameters: UrlParameters): UrlParameters => parameters;

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'admin',
  beforeLoad: ({ context, location, preload }) => {
    if (isPublicPath(location.pathname)) {
      throw notFound({ routeId: rootRouteId });
    }
    if (!preload) {
      // Not awaited: the shell shows a loading state.
      void context.session.load({ reload: location.state.reloadAdministrator ?? false });
    }
  },
  component: AdminLayout,
});

const getParentRoute = () => adminRoute;

/** Removes all parameters from the URL. Not a `validateSearch`, because types are lost if all routes here have one. */
const noParameters = { middlewares: [() => ({})] };

/** Creates a screen whose code and first data load in parallel. */
function lazyScreen<Name extends string>(
  fetchScreen: FetchScreen<Readonly<Record<Name, () => ReactNode> & { prefetch: Prefetch }>>,
  name: Name,
) {
  return { component: lazyRouteComponent(fetchScreen, name), ...screenLoader(fetchScreen) };
}

export const adminRoutes = adminRoute.addChildren([
  createRoute({
    getParentRoute,
    path: '/dashboard',
    validateSearch: parseDashboardSearch,
    ...lazyScreen(() => import('./dashboard.tsx'), 'Dashboard'),
  }),
  createRoute({
    getParentRoute,
    path: '/users',
    validateSearch: parseUsersSearch,
    ...lazyScreen(() => import('./users.tsx'), 'Users'),
  }),
  createRoute({
    getParentRoute,
    path: '/merchants',
    validateSearch: parseMerchantsSearch,
    ...lazyScreen(() => import('./merchants.tsx'), 'Merchants'),
  }),
  createRoute({
    getParentRoute,
    path: '/wallets',
    validateSearch: parsedByScreen,
    ...lazyScreen(() => import('./wallets.tsx'), 'Wallets'),
  }),
  createRoute({
    getParentRoute,
    path: '/invitations',
    validateSearch: parseInvitationsSearch,
    ...lazyScreen(() => import('./invitations.tsx'), 'Invitations'),
  }),
  createRoute({
    getParentRoute,
    path: '/audit-logs',
    validateSearch: parsedByScreen,
    ...lazyScreen(() => import('./audit-logs.tsx'), 'AuditLogs'),
  }),
  createRoute({
    getParentRoute,
    path: '/orders',
    validateSearch: parsedByScreen,
    ...lazyScreen(() => import('./orders.tsx'), 'Orders'),
  }),
  createRoute({
    getParentRoute,
    path: '/transactions',
    validateSearch: parsedByScreen,
    ...lazyScreen(() => import('./transactions.tsx'), 'Transactions'),
  }),
  createRoute({
    getParentRoute,
    path: '/system',
    search: noParameters,
    ...lazyScreen(() => import('./system.tsx'), 'System'),
  }),
  createRoute({
    getParentRoute,
    path: '/account-settings',
    search: noParameters,
    ...lazyScreen(() => import('./account-settings.tsx'), 'AccountSettings'),
  }),
  createRoute({
    getParentRoute,
    path: '$',
    search: noParameters,
    component: lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound'),
  }),
]);
