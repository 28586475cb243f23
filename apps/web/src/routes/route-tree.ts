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
    const state = { reloadAdministrator };
    const returnPath = preload ? undefined : takeReturnPath();
    const href = reloadAdministrator ? returnPath : undefined;
    throw href === undefined
      ? redirect({ to: '/dashboard', replace: true, state })
      : redirect({ href, replace: true, state });
  },
});

export const routeTree = rootRoute.addChildren([homeRoute, ...publicRoutes, adminRoutes]);
