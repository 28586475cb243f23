import { createRoute, redirect } from '@tanstack/react-router';
import { takeReturnPath } from '../domain/session/return-path.ts';
import { adminRoutes } from './admin-routes.tsx';
import { publicRoutes } from './public-routes.tsx';
import { rootRoute } from './root-route.tsx';

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: ({ location, preload }) => {
    const { reloadAdministrator } = location.state;
    const returnPath = reloadAdministrator && !preload ? takeReturnPath() : undefined;
    throw redirect({ href: returnPath ?? '/dashboard', replace: true, state: { reloadAdministrator } });
  },
});

export const routeTree = rootRoute.addChildren([homeRoute, ...publicRoutes, adminRoutes]);
